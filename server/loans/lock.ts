/** Row locks on a loan. An act on its book takes the same lock (`server/book/with-book.ts`). */
import { lockBooks, type LockedBook } from '#server/book/with-book.ts'
import type { Transaction } from '#server/database/client.ts'
import { notFound } from '#server/errors.ts'
import { sql } from 'drizzle-orm'
import { findAnyLoan, type LoanRow } from './read-loans.ts'

/** Locks a loan and reads it. `update` also blocks new references to it. */
export async function lockLoan(
  tx: Transaction,
  id: string,
  strength: 'no key update' | 'update' = 'no key update',
): Promise<LoanRow> {
  await tx.execute(sql`select id from loans where id = ${id}::uuid for ${sql.raw(strength)}`)
  return findAnyLoan(tx, id)
}

export async function lockBook(tx: Transaction, id: string): Promise<LockedBook> {
  const { books } = await lockBooks(tx, { people: [], loanIds: [id] })
  const [book] = books
  if (!book) throw notFound('The loan')
  return book
}
