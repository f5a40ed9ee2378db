/** Withdraws all soft commitments of a person when the account ends. */
import { randomUUID } from 'node:crypto'
import type { Party } from '#domain/book/act-entries.ts'
import { withdrawSoftOf } from '#domain/book/settle.ts'
import { changesOfBook, type LockedBooks } from './with-book.ts'

/**
 * Withdraws them from books locked with `softOf`; `writeBooks` stores the result. The actor of each audit entry is
 * the administrator who ends the account.
 */
export function withdrawAllSoft({ at, books }: LockedBooks, lender: Party, actor: Party) {
  const ended = books
    .map((book) => withdrawSoftOf(book, { actor, lender, at }, randomUUID))
    .filter(({ stored }) => stored.length > 0)
  return {
    loans: ended.map(({ loan }) => loan),
    stored: ended.flatMap(({ stored }) => stored),
    entries: ended.flatMap(({ entries }) => entries),
    changes: ended.flatMap(({ loan }) => changesOfBook(loan.id, [])),
  }
}
