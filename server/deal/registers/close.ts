/** Closes a book, and reopens it. */
import { randomUUID } from 'node:crypto'
import { closeBook } from '#domain/book/deal/closing/close-book.ts'
import { noticesOfClosing, noticesOfReopening } from '#domain/book/deal/closing/closing-notices.ts'
import { hasReceipts, refusalOfClosedAct } from '#domain/book/deal/closing/refusals.ts'
import { maxDaysFromToday } from '#domain/book/deal/closing/register.ts'
import { refusalOfStage } from '#domain/book/deal/stage-refusals.ts'
import { dayAt } from '#domain/time-zone.ts'
import { fullName } from '#domain/texts.ts'
import type { BookStage } from '#domain/loans/dates/book-stages.ts'
import { actorOf } from '#server/audit/record.ts'
import { lockOneBook } from '#server/book/lock-one-book.ts'
import { changesOfBook, writeBooks } from '#server/book/with-book.ts'
import { change } from '#server/change/change.ts'
import type { Transaction } from '#server/database/client.ts'
import { loans } from '#server/database/schema/loans.ts'
import { conflict, invalid } from '#server/errors.ts'
import type { Context } from '#server/http/mount.ts'
import { bookVersionOf } from '#server/deal/book-version.ts'
import { countStanding } from '#server/deal/funding/receipts.ts'
import { requirePublished } from '#server/loans/read-loans.ts'
import { findOriginatorsFirm } from '#server/sign-in/people-of-firms.ts'
import { eq } from 'drizzle-orm'
import { readHolders } from './holders.ts'
import { requireCurrentRegister } from './read-registers.ts'
import { endRegister, recordedRegister, storeRegister } from './store.ts'

interface Closing {
  bookVersion: string
  effectiveDate: string
  retainRest: boolean
}

/** Returns the id of the register. */
export const closeLoan = (context: Context<'admin'>, loanId: string, wanted: Closing) =>
  change(context, {
    lock: (tx) => lockOneBook(tx, loanId),
    async run(tx, { at, book }) {
      const { loan } = book
      requireNear(wanted.effectiveDate, at)
      requirePublished(loan)
      const refusal = refusalOfStage('close', loan, at)
      if (refusal) throw conflict(refusal.message, refusal.code)
      if (bookVersionOf(book) !== wanted.bookVersion) throw bookChanged()
      const { config, principal, request } = context
      const actor = principal.account
      const holders = await readHolders(tx, config, loanId)
      const closed = closeBook(
        book,
        {
          ...{ actor, at, newId: randomUUID(), lenderOf: holders.lenderOf },
          originatorsFirmId: await findOriginatorsFirm(tx),
          newReceiptId: randomUUID,
        },
        wanted,
      )
      if ('code' in closed) throw conflict(closed.message, closed.code)
      await writeBooks(tx, actorOf(request, principal), {
        ...{ loans: [closed.loan], stored: closed.stored },
      })
      await setStage(tx, loanId, 'closed')
      const register = await storeRegister(tx, {
        ...{ config, holders, loan, lines: closed.lines, at, reason: null },
        ...{ effectiveDate: wanted.effectiveDate, wasFunded: loan.status === 'funded' },
        maker: { id: actor.id, name: fullName(actor) },
      })
      const firmIds = [...new Set([...closed.lines, ...closed.lapsed].map((line) => line.firmId))]
      return {
        result: register.id,
        entries: [
          ...closed.entries,
          {
            kind: 'bookClosed',
            loan,
            object: { id: register.id },
            after: recordedRegister(register),
          },
        ],
        notices: [...closed.notices, ...noticesOfClosing(loan, register, closed.lapsed)],
        changes: changesOfStage(loanId, firmIds),
      }
    },
  })

export const reopenBook = (context: Context<'admin'>, loanId: string, reason: string) =>
  change(context, {
    lock: (tx) => lockOneBook(tx, loanId),
    async run(tx, { at, book }) {
      const { loan } = book
      const receipts = await countStanding(tx, loanId)
      const refusal =
        refusalOfClosedAct(loan) ??
        (receipts > 0 ? hasReceipts('Money of lenders has come. Reverse its receipts first') : null)
      if (refusal) throw conflict(refusal.message, refusal.code)
      const current = await requireCurrentRegister(tx, loanId)
      const name = fullName(context.principal.account)
      await endRegister(tx, loanId, { state: 'void', name, at, reason })
      await setStage(tx, loanId, 'open')
      const { version, fingerprint, lines } = current
      return {
        result: null,
        entries: [
          {
            kind: 'bookReopened' as const,
            loan,
            object: { id: current.id },
            before: { version, fingerprint },
            after: { reason },
          },
        ],
        notices: noticesOfReopening(loan, lines, reason),
        changes: changesOfStage(
          loanId,
          lines.map(({ firmId }) => firmId),
        ),
      }
    },
  })

function requireNear(effectiveDate: string, at: string) {
  const apart = (Date.parse(effectiveDate) - Date.parse(dayAt(new Date(at)))) / 86_400_000
  if (Math.abs(apart) <= maxDaysFromToday) return
  const message = `The effective day must be within ${maxDaysFromToday} days of today`
  throw invalid(message, { effectiveDate: message })
}

const bookChanged = () =>
  conflict('The book has changed since you opened it. Look again', 'book_changed')

const setStage = (tx: Transaction, loanId: string, bookStage: BookStage) =>
  tx.update(loans).set({ bookStage }).where(eq(loans.id, loanId))

const changesOfStage = (loanId: string, firmIds: readonly string[]) => [
  { topic: 'loans' as const, subject: loanId },
  ...changesOfBook(loanId, firmIds),
]
