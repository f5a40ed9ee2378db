import { randomUUID } from 'node:crypto'
import { setHold } from '#domain/book/deal/hold.ts'
import type { Money, Percent } from '#domain/money.ts'
import { actorOf } from '#server/audit/record.ts'
import type { Effects } from '#server/change/effects.ts'
import type { Transaction } from '#server/database/client.ts'
import { conflict } from '#server/errors.ts'
import type { Context } from '#server/http/mount.ts'
import { findOriginatorsFirm } from '#server/sign-in/people-of-firms.ts'
import { writeBooks, type LockedBook } from './with-book.ts'

/** Stores the originator's hold in a locked book. Returns null if nothing changes. */
export async function storeHold(
  tx: Transaction,
  { principal, request }: Context<'admin'>,
  { book, at }: { book: LockedBook; at: string },
  wanted: { percentage: Percent; amount?: Money | undefined },
): Promise<Effects | null> {
  const actorId = principal.account.id
  const originatorsFirmId = await findOriginatorsFirm(tx)
  const changed = setHold(book, { actorId, originatorsFirmId, newId: randomUUID(), at }, wanted)
  if (changed === null) return null
  if ('code' in changed) throw conflict(changed.message, changed.code)
  const { loan, stored, entries, notices } = changed
  await writeBooks(tx, actorOf(request, principal), { loans: [loan], stored })
  return { entries, notices, changes: [{ topic: 'book', subject: loan.id }] }
}
