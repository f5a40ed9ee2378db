/** Withdraws all soft commitments of a person at once, when the account ends. */
import { randomUUID } from 'node:crypto'
import type { Party } from '#domain/book/act-entries.ts'
import { withdrawSoftOf } from '#domain/book/settle.ts'
import type { Actor } from '#server/audit/record.ts'
import type { Transaction } from '#server/database/client.ts'
import { changesOfBook, writeBooks, type LockedBooks } from './with-book.ts'

/**
 * Withdraws them from books that are locked with `softOf`. Each withdrawal is audited, with the administrator who ends
 * the account as its actor. Returns the ids of the receipts.
 */
export async function withdrawAllSoft(
  tx: Transaction,
  { at, books }: LockedBooks,
  lender: Party,
  by: { actor: Actor; account: Party },
): Promise<string[]> {
  const ended = books
    .map((book) => withdrawSoftOf(book, { actor: by.account, lender, at }, randomUUID))
    .filter(({ stored }) => stored.length > 0)
  const entries = ended.flatMap((each) => each.entries)
  if (entries.length === 0) return []
  await writeBooks(tx, by.actor, {
    loans: ended.map(({ loan }) => loan),
    stored: ended.flatMap(({ stored }) => stored),
    entries,
    changes: ended.flatMap(({ loan }) => changesOfBook(loan.id, [])),
  })
  return entries.flatMap(({ id }) => id ?? [])
}
