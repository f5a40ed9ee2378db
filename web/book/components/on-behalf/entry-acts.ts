import type { BookEntry } from '#contract/book/shapes.ts'
import type { Loan } from '#contract/loans/shapes.ts'
import { commitmentCan, type CommitmentAction } from '#domain/book/commitments.ts'

/** What administrators do with an entry of the book. */
export type EntryAct = CommitmentAction | 'message'

const names: Record<EntryAct, string> = {
  makeBinding: 'Make Binding',
  change: 'Change',
  withdraw: 'Withdraw',
  message: 'Message',
  release: 'Release',
}

type Entry = Pick<BookEntry, 'status' | 'isSoftCommit' | 'isReachable'>

/** What the state of an entry, of its lender and of its loan allows, in the order of the menu; nothing for one that has ended. */
export function entryActs(
  entry: Entry,
  loan: Pick<Loan, 'status'>,
): { act: EntryAct; name: string }[] {
  const { status, isSoftCommit, isReachable } = entry
  if (status !== 'active') return []
  const position = { status, isSoft: isSoftCommit === 'true', loanStatus: loan.status }
  return (Object.entries(names) as [EntryAct, string][])
    .filter(([act]) => (act === 'message' ? isReachable === 'true' : commitmentCan(act, position)))
    .map(([act, name]) => ({ act, name }))
}
