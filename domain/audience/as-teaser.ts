import { loanFieldNames } from '#domain/loans/fields.ts'
import { teaserFields, undisclosed } from './audiences.ts'
import { teaserAddressOf } from './teaser-address.ts'

/** The loan as a teaser shows it. The server hides the same columns of stored loans in SQL (`loans-seen.ts`). */
export function asTeaser<Loan extends { propertyAddress: string | null }>(loan: Loan): Loan {
  const hidden = loanFieldNames.filter((field) => !teaserFields.includes(field))
  return {
    ...loan,
    ...Object.fromEntries(hidden.map((field) => [field, null])),
    borrowerName: undisclosed,
    propertyAddress: teaserAddressOf(loan.propertyAddress),
    isTeaser: 'true',
  }
}
