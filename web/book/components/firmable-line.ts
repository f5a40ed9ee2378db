import type { Commitment } from '#contract/book/commitments.ts'
import type { Loan } from '#contract/loans/shapes.ts'
import { commitmentCan } from '#domain/book/commitments.ts'
import { availablePercent, compareFigures } from '#domain/money.ts'

type Line = Pick<Commitment, 'status' | 'isSoftCommit' | 'percentage'>

/**
 * A lender's only indication in a loan, if it could be made binding now: this is offered before a second
 * line. Of several, the lender chooses on My Commitments.
 */
export function firmableLine<Own extends Line>(
  lines: readonly Own[],
  loan: Pick<Loan, 'status' | 'committedPercentage'>,
): Own | undefined {
  const [line, another] = lines.filter(({ status, isSoftCommit }) =>
    commitmentCan('makeBinding', {
      status,
      isSoft: isSoftCommit === 'true',
      loanStatus: loan.status,
    }),
  )
  const available = availablePercent(loan.committedPercentage)
  const isOffered = line && !another && compareFigures(line.percentage, available) <= 0
  return isOffered ? line : undefined
}
