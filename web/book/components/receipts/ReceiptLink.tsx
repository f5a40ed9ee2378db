import { paths } from '#web/addresses/paths.ts'
import type { ReactNode } from 'react'
import { Link } from 'wouter'

export interface ReceiptLinkProps {
  /** The receipt's id, which is the id of the action's audit entry or, for a new commitment, the commitment's id. */
  id: string
  subject?: string
}

export const ReceiptLink = ({ id, subject }: ReceiptLinkProps) => (
  <Link
    href={paths.receipt(id)}
    aria-label={subject && `Receipt: ${subject}`}
    className="font-medium underline underline-offset-4 max-md:inline-block max-md:py-1.5 print:hidden"
  >
    Receipt
  </Link>
)

export const withReceipt = (text: string, id: string | undefined): ReactNode => (
  <>
    {text} {id !== undefined && <ReceiptLink id={id} />}
  </>
)
