import type { Commitment } from '#contract/book/commitments.ts'
import { meanPercent, sumMoney, type Money, type Percent } from '#domain/money.ts'

export interface Portfolio {
  binding: Money
  /** Soft interest, which is in no way owed, and so is never added to the binding amounts. */
  soft: Money
  /** Loans with an active commitment, each counted once. */
  activeLoans: number
  /** The plain mean of those loans' rates, not weighted by amount; null without loans. */
  averageRate: Percent | null
}

/** What a lender's commitments come to. Only active ones count. */
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

/** Leaves out commitments whose loan is gone: there is nothing to show of them. */
export const withLoan = (commitments: readonly Commitment[]) =>
  // The type says that there always is one; an answer is not checked, and may say otherwise.
  commitments.filter(({ loan }: { loan: unknown }) => loan !== null && loan !== undefined)
