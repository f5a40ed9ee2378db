import type { Commitment } from '#contract/book/commitments.ts'
import { meanPercent, sumMoney, type Money, type Percent } from '#domain/money.ts'

export interface Portfolio {
  binding: Money
  /** Soft interest; it is not owed, so it is never added to the binding amounts. */
  soft: Money
  /** Loans with an active commitment, each counted once. */
  activeLoans: number
  /** The plain mean of those loans' rates, not weighted by amount; null without loans. */
  averageRate: Percent | null
}

/** The totals of a lender's active commitments. */
export function summarize(commitments: readonly Commitment[]): Portfolio {
  const active = commitments.filter(({ status }) => status === 'active')
  const amounts = (isSoft: 'true' | 'false') =>
    active.filter(({ isSoftCommit }) => isSoftCommit === isSoft).map(({ amount }) => amount)
  const rates = new Map(active.map(({ loan }) => [loan.id, loan.interestRate]))
  return {
    binding: sumMoney(amounts('false')),
    soft: sumMoney(amounts('true')),
    activeLoans: rates.size,
    averageRate: meanPercent([...rates.values()]),
  }
}

/** Omits commitments whose loan is missing: there is nothing to show of them. */
export const withLoan = (commitments: readonly Commitment[]) =>
  // The type says that there is always a loan, but answers are not validated.
  commitments.filter(({ loan }: { loan: unknown }) => loan !== null && loan !== undefined)
