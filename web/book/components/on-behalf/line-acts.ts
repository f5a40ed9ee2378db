import type { BookEntry } from '#contract/book/shapes.ts'
import type { Loan } from '#contract/loans/shapes.ts'
import { commitmentCan, type CommitmentAction } from '#domain/book/commitments.ts'

/** What administrators do with a line of the book. */
export type LineAct = CommitmentAction | 'message'

const names: Record<LineAct, string> = {
  makeBinding: 'Make Binding',
  change: 'Change',
  withdraw: 'Withdraw',
  message: 'Message',
  release: 'Release',
}

type Line = Pick<BookEntry, 'status' | 'isSoftCommit' | 'isReachable'>

/** What the state of a line, of its lender and of its loan allows, in the order of the menu; nothing for one that has ended. */
export function lineActs(line: Line, loan: Pick<Loan, 'status'>): { act: LineAct; name: string }[] {
  const { status, isSoftCommit, isReachable } = line
  if (status !== 'active') return []
  const position = { status, isSoft: isSoftCommit === 'true', loanStatus: loan.status }
  return (Object.entries(names) as [LineAct, string][])
    .filter(([act]) => (act === 'message' ? isReachable === 'true' : commitmentCan(act, position)))
    .map(([act, name]) => ({ act, name }))
}
