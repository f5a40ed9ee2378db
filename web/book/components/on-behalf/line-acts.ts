import type { BookEntry } from '#contract/book/shapes.ts'
import type { Loan } from '#contract/loans/shapes.ts'
import { commitmentCan, type CommitmentAction } from '#domain/book/commitments.ts'
import { availablePercent, compareFigures } from '#domain/money.ts'

/** What administrators do with a line of the book. */
export type LineAct = CommitmentAction | 'message'

const names: Record<LineAct, string> = {
  makeBinding: 'Make Binding',
  change: 'Change',
  withdraw: 'Withdraw',
  message: 'Message',
  release: 'Release',
}

type Line = Pick<BookEntry, 'status' | 'isSoftCommit' | 'percentage'>

/** What the state of a line and of its loan allows, in the order of the menu; nothing for one that has ended. */
export function lineActs(line: Line, loan: Pick<Loan, 'status'>): { act: LineAct; name: string }[] {
  if (line.status !== 'active') return []
  const position = positionOf(line, loan)
  return (Object.entries(names) as [LineAct, string][])
    .filter(([act]) => act === 'message' || commitmentCan(act, position))
    .map(([act, name]) => ({ act, name }))
}

/** Those of some lines that could be made binding now. */
export const firmableLines = <Own extends Line>(
  lines: readonly Own[],
  loan: Pick<Loan, 'status' | 'committedPercentage'>,
): Own[] =>
  lines.filter(
    (line) =>
      commitmentCan('makeBinding', positionOf(line, loan)) &&
      compareFigures(line.percentage, availablePercent(loan.committedPercentage)) <= 0,
  )

const positionOf = ({ status, isSoftCommit }: Line, loan: Pick<Loan, 'status'>) => ({
  status,
  isSoft: isSoftCommit === 'true',
  loanStatus: loan.status,
})
