import type { BookEntry } from '#contract/book/shapes.ts'
import type { CommitmentAction } from '#domain/book/commitments.ts'

export type EntryAct = CommitmentAction | 'message'

const names: Record<EntryAct, string> = {
  makeBinding: 'Make Binding',
  change: 'Change',
  withdraw: 'Withdraw',
  message: 'Message',
  release: 'Release',
}

type Entry = Pick<BookEntry, 'status' | 'isReachable' | 'can'>

export function entryActs({ status, isReachable, can }: Entry): { act: EntryAct; name: string }[] {
  if (status !== 'active') return []
  return (Object.entries(names) as [EntryAct, string][])
    .filter(([act]) => (act === 'message' ? isReachable === 'true' : can.includes(act)))
    .map(([act, name]) => ({ act, name }))
}
