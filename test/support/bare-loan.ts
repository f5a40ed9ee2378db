import type { Loan } from '#contract/loans/shapes.ts'
import { creditOf } from '#domain/loans/credit/credit.ts'
import { loanFieldNames, type LoanField } from '#domain/loans/fields.ts'
import { zeroMoney, zeroPercent, type Money, type Percent } from '#domain/money.ts'

const noFields = Object.fromEntries(loanFieldNames.map((field) => [field, null])) as Record<
  LoanField,
  null
>

const fields = {
  ...noFields,
  id: '6f1d3c1e-0000-4000-8000-000000000001',
  version: '1',
  title: 'Pier 4',
  borrowerName: 'Pier Four LLC',
  amount: '1000000.00' as Money,
  interestRate: '7.25' as Percent,
  term: 24,
}

/** Returns a loan as in API responses, with only the required fields, for unit tests. */
export const bareLoan: Loan = {
  ...fields,
  credit: creditOf(fields),
  status: 'open',
  coverUrl: null,
  createdAt: '2026-01-01T00:00:00.000000Z',
  committedPercentage: zeroPercent,
  softPercentage: zeroPercent,
  committedAmount: zeroMoney,
  holdPercentage: zeroPercent,
  ...{ bookStage: 'open', takesCommitments: 'true', minShare: null, maxShare: null },
  can: [],
}
