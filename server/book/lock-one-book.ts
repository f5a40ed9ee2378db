import type { Transaction } from '#server/database/client.ts'
import { notFound } from '#server/errors.ts'
import { lockBooks, type LockedBook, type LockedBooks } from './with-book.ts'

export interface LockedOne {
  at: string
  locked: LockedBooks
  book: LockedBook
}

/**
 * Locks the book of one loan, and the given people.
 * @throws {ApiError} 404 if the loan doesn't exist.
 */
export async function lockOneBook(
  tx: Transaction,
  loanId: string,
  people: readonly string[] = [],
): Promise<LockedOne> {
  const locked = await lockBooks(tx, { people, loanIds: [loanId] })
  const [book] = locked.books
  if (!book) throw notFound('The loan')
  return { at: locked.at, locked, book }
}
