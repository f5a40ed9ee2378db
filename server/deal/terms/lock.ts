import type { Stake } from '#domain/book/deal/changed-terms.ts'
import type { Lender } from '#domain/book/act-entries.ts'
import { lockOneBook, type LockedOne } from '#server/book/lock-one-book.ts'
import { readMakers } from '#server/book/makers.ts'
import type { Queryable, Transaction } from '#server/database/client.ts'
import { conflict } from '#server/errors.ts'
import { findProposal, type StoredProposal } from './read-proposals.ts'

/** The loan of a proposal never changes, so it can be read before the lock is taken. */
export async function lockProposal(
  tx: Transaction,
  id: string,
  { people = [], what }: { people?: readonly string[]; what?: string } = {},
): Promise<LockedOne> {
  const { loanId } = await findProposal(tx, id, what)
  return lockOneBook(tx, loanId, people)
}

/** @throws {ApiError} 409 if the proposal has ended. */
export function requireOpen({ state }: StoredProposal) {
  if (state === 'applied') throw conflict('These terms have taken effect', 'proposal_over')
  if (state === 'canceled') throw conflict('These terms were canceled', 'proposal_over')
}

export const makerOf = async (tx: Queryable, { lines: [oldest] }: Stake): Promise<Lender> =>
  (await readMakers(tx, [oldest]))(oldest)
