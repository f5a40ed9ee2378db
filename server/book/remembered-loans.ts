/**
 * Loans as this process last saw them, so that most commitments needn't read theirs: the statement that
 * makes one is guarded by the loan's version and figures, and does nothing if they are others by now.
 */
import type { NewCommitment } from '#contract/book/commitments.ts'
import type { Loan } from '#contract/loans/shapes.ts'
import { loanCan } from '#domain/loans/statuses.ts'
import { compareFigures, shareAmount, sumPercent, wholePercent } from '#domain/money.ts'
import { areShown } from './refusals.ts'

/** In the order in which they were seen; each while or after `at`, by `performance.now()`. */
const seen = new Map<string, { loan: Loan; at: number }>()
const mostSeen = 5_000

export function rememberLoan(loan: Loan, at: number): void {
  seen.delete(loan.id)
  seen.set(loan.id, { loan, at })
  const [oldest] = seen.keys()
  if (seen.size > mostSeen && oldest !== undefined) seen.delete(oldest)
}

/** Called when the loan changes in a way that its memory doesn't follow. */
export function forgetLoan(id: string): void {
  seen.delete(id)
}

/** The loan as it was at some moment since then; null when it wasn't seen. */
export function seenSince(id: string, since: number): Loan | null {
  const last = seen.get(id)
  return last && last.at >= since ? last.loan : null
}

/**
 * The loan that a commitment can go by; null when it has to be read. Seen while the request waited, it is
 * right whatever is decided by it. Seen earlier, it is good for a commitment that it has room for, which the
 * guard checks, but not for a refusal.
 */
export function rememberedLoan(asked: { arrivedAt: number; wanted: NewCommitment }): Loan | null {
  const last = seen.get(asked.wanted.loanId)
  if (!last) return null
  return last.at >= asked.arrivedAt || hasRoom(last.loan, asked.wanted) ? last.loan : null
}

/** Whether a binding commitment would leave something of the loan, on the terms that were shown. */
function hasRoom(loan: Loan, wanted: NewCommitment): boolean {
  const share = wholePercent(wanted.percentage)
  return (
    !wanted.isSoftCommit &&
    loanCan('commit', loan.status) &&
    compareFigures(sumPercent([loan.committedPercentage, share]), wholePercent(100)) < 0 &&
    areShown(wanted, { ...loan, commitmentAmount: shareAmount(loan.amount, share) })
  )
}
