/** Saves, deletes and approves the draft of an allocation. */
import { randomUUID } from 'node:crypto'
import type { NewAllocation } from '#contract/deal/allocations.ts'
import { refusalOfStage } from '#domain/book/deal/stage-refusals.ts'
import { refusalOfStatus } from '#domain/book/refusals.ts'
import { entryOfAllocation, recordAllocation } from '#server/book/offers/allocation-record.ts'
import { lockOneBook } from '#server/book/lock-one-book.ts'
import type { LockedBook } from '#server/book/with-book.ts'
import { change } from '#server/change/change.ts'
import type { Queryable } from '#server/database/client.ts'
import { allocationLines, allocations } from '#server/database/schema/allocations.ts'
import { conflict, notFound } from '#server/errors.ts'
import type { Context } from '#server/http/mount.ts'
import type { Change } from '#server/live/record.ts'
import { requirePublished } from '#server/loans/read-loans.ts'
import { eq, sql } from 'drizzle-orm'
import { bookVersionOf } from '#server/deal/book-version.ts'
import { computeAllocation } from './compute.ts'
import { findAllocation, loanOfAllocation, readShareStep, type StoredAllocation } from './stored.ts'

export const bookChanged = () =>
  conflict('The book has changed since this was worked out. Look again', 'book_changed')

/** @throws {ApiError} 409 if nothing of the loan can be allocated now. */
export function requireAllocatable(
  { loan }: LockedBook,
  at: string,
  act: 'allocate' | 'publish' = 'allocate',
) {
  requirePublished(loan)
  const refusal = refusalOfStatus(loan) ?? refusalOfStage(act, loan, at)
  if (refusal) throw conflict(refusal.message, refusal.code)
}

const changesOfAllocations = (loanId: string): Change[] => [{ topic: 'book', subject: loanId }]

export const saveAllocation = (context: Context<'admin'>, loanId: string, sent: NewAllocation) =>
  change(context, {
    lock: (tx) => lockOneBook(tx, loanId),
    async run(tx, { at, book }) {
      requireAllocatable(book, at)
      if (sent.bookVersion !== bookVersionOf(book)) throw bookChanged()
      const { loan } = book
      const shareStep = await readShareStep(tx, loanId)
      const limits = { minShare: loan.minShare, maxShare: loan.maxShare, shareStep }
      const { hold, lines } = computeAllocation(book, limits, sent)
      const known = await findDraftId(tx, loanId)
      const before = known ? await recordAllocation(tx, known) : undefined
      if (known) await tx.delete(allocations).where(eq(allocations.id, known))
      // A draft that is saved again is a new one, so nobody publishes or approves figures that weren't shown.
      const id = randomUUID()
      await tx.insert(allocations).values({
        ...{ id, loanId, state: 'draft', hold: sent.hold, ...limits },
        orderKind: sent.order.kind,
        orderUpTo: sent.order.kind === 'smallFirst' ? sent.order.upTo : null,
        orderBefore: sent.order.kind === 'earlyFirst' ? sent.order.before : null,
        ...{ loanAmount: loan.amount, interestRate: loan.interestRate },
        ...{ noteRate: loan.noteRate, term: loan.term, bookVersion: sent.bookVersion },
        ...{ holdShare: hold.share, holdAmount: hold.amount, note: sent.note },
        ...{ savedBy: context.principal.account.id, savedAt: sql`${at}::timestamptz` },
      })
      if (lines.length > 0)
        await tx
          .insert(allocationLines)
          .values(
            lines.map((line, place) => ({ ...line, id: randomUUID(), allocationId: id, place })),
          )
      const after = await recordAllocation(tx, id)
      return {
        result: id,
        entries: [
          entryOfAllocation('allocationSaved', loan, id, { ...(before && { before }), after }),
        ],
        changes: changesOfAllocations(loanId),
      }
    },
  })

export const deleteAllocation = (context: Context<'admin'>, loanId: string) =>
  change(context, {
    lock: (tx) => lockOneBook(tx, loanId),
    async run(tx, { book: { loan } }) {
      const id = await findDraftId(tx, loanId)
      if (!id) throw notFound('The draft')
      const before = await recordAllocation(tx, id)
      await tx.delete(allocations).where(eq(allocations.id, id))
      return {
        result: null,
        entries: [entryOfAllocation('allocationDeleted', loan, id, { before })],
        changes: changesOfAllocations(loanId),
      }
    },
  })

export async function approveAllocation(
  context: Context<'admin'>,
  id: string,
  shown: { bookVersion: string },
): Promise<void> {
  const loanId = await loanOfAllocation(context.db, id)
  await change(context, {
    lock: (tx) => lockOneBook(tx, loanId),
    async run(tx, { at, book }) {
      const draft = await findAllocation(tx, id)
      requireDraft(draft)
      requireCurrent(draft, book, await readShareStep(tx, loanId), shown)
      if (draft.savedById === context.principal.account.id)
        throw conflict(
          'Another administrator than the one who saved it must approve it',
          'second_administrator',
        )
      const approvedBy = context.principal.account.id
      await tx
        .update(allocations)
        .set({ state: 'approved', approvedBy, approvedAt: sql`${at}::timestamptz` })
        .where(eq(allocations.id, id))
      const after = await recordAllocation(tx, id)
      return {
        result: null,
        entries: [
          entryOfAllocation('allocationApproved', book.loan, id, {
            before: { state: draft.state },
            after,
          }),
        ],
        changes: changesOfAllocations(loanId),
      }
    },
  })
}

/** @throws {ApiError} 409 unless the allocation is a draft, approved or not. */
export function requireDraft({ state }: StoredAllocation) {
  if (state === 'published') throw conflict('This allocation is published already', 'round_running')
  if (state === 'ended') throw conflict('This round is over. Make a new draft', 'round_over')
}

/** @throws {ApiError} 409 unless the caller and the draft saw the book and the limits as they are. */
export function requireCurrent(
  draft: StoredAllocation,
  book: LockedBook,
  shareStep: string,
  shown: { bookVersion: string },
) {
  const version = bookVersionOf(book)
  if (shown.bookVersion !== version || !isCurrent(draft, { ...book.loan, shareStep, version }))
    throw bookChanged()
}

interface Present {
  version: string
  shareStep: string
  minShare: string | null
  maxShare: string | null
}

export const isCurrent = (draft: StoredAllocation, now: Present): boolean =>
  draft.bookVersion === now.version &&
  draft.shareStep === now.shareStep &&
  draft.minShare === now.minShare &&
  draft.maxShare === now.maxShare

async function findDraftId(tx: Queryable, loanId: string): Promise<string | null> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select id from allocations
    where loan_id = ${loanId}::uuid and state in ('draft', 'approved')`)
  return rows[0]?.id ?? null
}
