/** Locks a loan for an act on its closed book. */
import { refusalOfClosedAct } from '#domain/book/deal/closing/refusals.ts'
import type { RegisterLine } from '#domain/book/deal/closing/register.ts'
import type { Register } from '#contract/deal/registers.ts'
import { lockOneBook } from '#server/book/lock-one-book.ts'
import type { LockedBook } from '#server/book/with-book.ts'
import type { Transaction } from '#server/database/client.ts'
import { conflict } from '#server/errors.ts'
import { requireCurrentRegister } from '#server/deal/registers/read-registers.ts'

export interface ClosedBook extends LockedBook {
  at: string
  register: Register & { lines: RegisterLine[] }
}

/** @throws {ApiError} 404 if the loan doesn't exist, and 409 unless its book is closed and the loan isn't funded. */
export async function lockClosedBook(tx: Transaction, loanId: string): Promise<ClosedBook> {
  const { at, book } = await lockOneBook(tx, loanId)
  const refusal = refusalOfClosedAct(book.loan)
  if (refusal) throw conflict(refusal.message, refusal.code)
  return { ...book, at, register: await requireCurrentRegister(tx, loanId) }
}

/** Returns a lender's line, but not the originator's hold. */
export function requireLine({ register }: ClosedBook, firmId: string): RegisterLine {
  const line = register.lines.find((each) => each.firmId === firmId && !each.isHold)
  if (!line) throw conflict("This firm isn't a lender of the current register", 'not_in_register')
  return line
}

/** The events of a firm's own funding. Nobody else learns of them. */
export const changesOfFunding = (loanId: string, firmIds: readonly string[]) => [
  { topic: 'book' as const, subject: loanId, audience: 'admins' as const },
  ...firmIds.map((firmId) => ({ topic: 'book' as const, subject: loanId, audience: { firmId } })),
]
