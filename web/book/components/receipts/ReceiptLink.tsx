import { paths } from '#web/addresses/paths.ts'
import type { ReactNode } from 'react'
import { Link } from 'wouter'

export interface ReceiptLinkProps {
  /** The receipt's id, which is the id of the act's audit entry; of a commitment made, it is the commitment's. */
  id: string
  /** Completes the link's name where there are several. */
  subject?: string
}

export const ReceiptLink = ({ id, subject }: ReceiptLinkProps) => (
  <Link
    href={paths.receipt(id)}
    aria-label={subject && `Receipt: ${subject}`}
    className="font-medium underline underline-offset-4 max-md:inline-block max-md:py-1.5"
  >
    Receipt
  </Link>
)

/** A toast's text, followed by the link to the receipt. */
export const withReceipt = (text: string, id: string | undefined): ReactNode => (
  <>
    {text} {id !== undefined && <ReceiptLink id={id} />}
  </>
)
