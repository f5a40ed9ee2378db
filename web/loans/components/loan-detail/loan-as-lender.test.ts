import type { Loan } from '#contract/loans/shapes.ts'
import { teaserFields } from '#domain/audience/audiences.ts'
import { creditOf } from '#domain/loans/credit/credit.ts'
import { loanFieldNames } from '#domain/loans/fields.ts'
import type { Money } from '#domain/money.ts'
import { bareLoan } from '#test/support/bare-loan.ts'
import { expect, it } from 'vitest'
import { loanAsLender, loanAsTeaser } from './loan-as-lender.ts'

const income = { noiInPlace: '100000.00' as Money }
const loan: Loan = {
  ...bareLoan,
  ...income,
  audience: 'teaser',
  borrowerName: 'Pier Four LLC',
  propertyAddress: '4 Pier Street, Boston, MA 02110',
  purpose: 'Buys the pier.',
  credit: creditOf({ ...bareLoan, ...income }),
}

it('previews a teaser without the borrower, the street, and fields that a teaser hides', () => {
  const teaser = loanAsTeaser(loan)
  expect(teaser).toMatchObject({
    isTeaser: 'true',
    title: loan.title,
    amount: loan.amount,
    borrowerName: 'Undisclosed',
    propertyAddress: 'Boston, MA',
    credit: { debtYield: null },
  })
  const shown = loanFieldNames.filter((field) => teaser[field] !== null)
  expect(shown.filter((field) => !teaserFields.includes(field))).toEqual([
    'borrowerName',
    'propertyAddress',
  ])
  expect(teaser.can).toEqual(expect.arrayContaining(['pass', 'requestAccess']))
  expect(teaser.can).not.toContain('commit')
})

it("previews the whole loan without the audience, which lenders don't see", () => {
  const whole = loanAsLender(loan)
  expect(whole).toMatchObject({ borrowerName: 'Pier Four LLC', purpose: 'Buys the pier.' })
  expect(whole.audience).toBeUndefined()
  expect(whole.can).toContain('commit')
})
