import type { Loan } from '#contract/loans/shapes.ts'
import { paths } from '#web/addresses/paths.ts'
import { cityOf } from '#domain/loans/property/addresses.ts'
import { Link } from 'wouter'

export type LoanNameProps = {
  loan: Loan
  hasBorrower: boolean
}

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

/** Returns text such as "Industrial · Savannah, GA", or an empty string if nothing is known. */
export const describeProperty = ({ propertyType, propertyAddress }: Loan) =>
  [propertyType, cityOf(propertyAddress)].filter(Boolean).join(' · ')
