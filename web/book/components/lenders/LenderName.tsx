import { paths } from '#web/addresses/paths.ts'
import { Link } from 'wouter'

export interface LenderNameProps {
  lender: { lenderId: string; lenderName: string; lenderCompanyName: string | null }
  /** The text of the second line for a lender without a company. */
  otherwise?: string | undefined
}

/**
 * Links to the lender's page. Shows the company in bold with the person below it, or only the person if there is no
 * company.
 */
export function LenderName({ lender, otherwise }: LenderNameProps) {
  const { lenderId, lenderName, lenderCompanyName } = lender
  const second = lenderCompanyName === null ? otherwise : lenderName
  const lines = (
    <>
      <span className="block font-medium">{lenderCompanyName ?? lenderName}</span>
      {second && <span className="block text-xs text-muted-foreground">{second}</span>}
    </>
  )
  return (
    <>
      <Link
        href={paths.adminLender(lenderId)}
        className="inline-block underline-offset-4 hover:underline print:hidden"
      >
        {lines}
      </Link>
      <span className="hidden print:block">{lines}</span>
    </>
  )
}
