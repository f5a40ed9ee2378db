import type { Loan } from '#contract/loans/shapes.ts'
import { paths } from '#web/addresses/paths.ts'
import { Link } from 'wouter'
import { describeProperty } from './describe-property.ts'

export type LoanNameProps = {
  loan: Loan
  /** Shows the borrower too, where no column does. */
  hasBorrower: boolean
}

/** A loan's title, which leads to it, and what kind of property it is where. */
export function LoanName({ loan, hasBorrower }: LoanNameProps) {
  const property = describeProperty(loan)
  const lines = [...(hasBorrower ? [loan.borrowerName] : []), ...(property ? [property] : [])]
  return (
    <div className="min-w-0">
      <Link href={paths.loan(loan.id)} className="font-medium underline-offset-4 hover:underline">
        {loan.title}
      </Link>
      {lines.map((line) => (
        <span key={line} className="block text-xs text-muted-foreground">
          {line}
        </span>
      ))}
    </div>
  )
}
