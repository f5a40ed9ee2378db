/** Ends a running round, or moves the time to answer. */
import { randomUUID } from 'node:crypto'
import { endReasons, entryOfLapse, lapsedLine } from '#domain/book/deal/lapse.ts'
import { softLinesOf } from '#domain/book/deal/offers.ts'
import { settleAll } from '#domain/book/settle.ts'
import type { Line } from '#domain/book/lines.ts'
import { noticesOfEnd, noticesOfMove } from '#domain/deal/rounds/round-notices.ts'
import { isRoundOver } from '#domain/deal/rounds/rounds.ts'
import { sumMoney, sumPercent } from '#domain/money.ts'
import { actorOf } from '#server/audit/record.ts'
import { entryOfAllocation, recordAllocation } from '#server/book/offers/allocation-record.ts'
import { lockOneBook } from '#server/book/lock-one-book.ts'
import { readMakers } from '#server/book/makers.ts'
import { changesOfBook, writeBooks, type LockedBook } from '#server/book/with-book.ts'
import { change } from '#server/change/change.ts'
import type { Queryable } from '#server/database/client.ts'
import { conflict } from '#server/errors.ts'
import type { Context } from '#server/http/mount.ts'
import { sql } from 'drizzle-orm'
import { requireRespondBy } from './publish.ts'
import { findAllocation, loanOfAllocation, type StoredAllocation } from './stored.ts'

export async function moveRound(
  context: Context<'admin'>,
  id: string,
  { respondBy }: { respondBy: string },
): Promise<void> {
  const loanId = await loanOfAllocation(context.db, id)
  await change(context, {
    lock: (tx) => lockOneBook(tx, loanId),
    async run(tx, { at, book }) {
      const round = await findAllocation(tx, id)
      const before = requireRunning(round)
      requireRespondBy(respondBy, at)
      if (before === respondBy) return { result: null }
      await tx.execute(sql`
        update allocations set respond_by = ${respondBy}::timestamptz,
          respond_by_set_at = ${at}::timestamptz, reminded_at = null
        where id = ${id}::uuid`)
      const waiting = book.openOffers.map(({ firmId }) => firmId)
      return {
        result: null,
        entries: [
          entryOfAllocation('roundMoved', book.loan, id, {
            before: { respondBy: before },
            after: { respondBy },
          }),
        ],
        notices: noticesOfMove(book.loan, respondBy, waiting),
        changes: changesOfBook(loanId, waiting),
      }
    },
  })
}

export async function endRound(context: Context<'admin'>, id: string): Promise<void> {
  const loanId = await loanOfAllocation(context.db, id)
  await change(context, {
    lock: (tx) => lockOneBook(tx, loanId),
    async run(tx, { at, book }) {
      const round = await findAllocation(tx, id)
      const respondBy = requireRunning(round)
      const isLate = isRoundOver(respondBy, new Date(at))
      const before = await recordAllocation(tx, id)
      const waiting = book.openOffers.map((offer) => ({
        ...offer,
        lines: softLinesOf(book, offer.firmId),
      }))
      const actorId = context.principal.account.id
      await storeEnd(tx, { id, loanId, at, actorId, isLate })
      const lapses = isLate ? waiting.flatMap(({ lines }) => lines) : []
      const lapsed = await lapse(tx, { at, book }, lapses)
      if (lapsed)
        await writeBooks(tx, actorOf(context.request, context.principal), {
          loans: [lapsed.loan],
          stored: lapsed.stored,
        })
      const after = await recordAllocation(tx, id)
      return {
        result: null,
        entries: [
          ...(lapsed?.entries ?? []),
          entryOfAllocation('allocationEnded', book.loan, id, { before, after }),
        ],
        notices: noticesOfEnd(
          book.loan,
          respondBy,
          isLate,
          waiting.map(({ firmId, lines }) => ({
            firmId,
            soft: {
              percentage: sumPercent(lines.map(({ percentage }) => percentage)),
              amount: sumMoney(lines.map(({ amount }) => amount)),
            },
          })),
        ),
        changes: changesOfBook(
          loanId,
          waiting.map(({ firmId }) => firmId),
        ),
      }
    },
  })
}

/** @throws {ApiError} 409 unless the round runs. */
function requireRunning({ state, respondBy }: StoredAllocation): string {
  if (state === 'ended') throw conflict('This round is over', 'round_over')
  if (state !== 'published' || respondBy === null)
    throw conflict('This allocation is not published', 'round_over')
  return respondBy
}

async function lapse(
  tx: Queryable,
  { at, book }: { at: string; book: LockedBook },
  lines: readonly Line[],
) {
  if (lines.length === 0) return null
  const after = lines.map((line) => lapsedLine(line, 'notTakenUp', at))
  const { loan, stored } = settleAll(book, '', after, () => null)
  const makerOf = await readMakers(tx, lines)
  const entries = lines.map((line) =>
    entryOfLapse(
      { receiptId: randomUUID(), lender: makerOf(line) },
      loan,
      line,
      endReasons.notTakenUp,
    ),
  )
  return { loan, stored, entries }
}

interface End {
  id: string
  loanId: string
  at: string
  actorId: string
  isLate: boolean
}

async function storeEnd(tx: Queryable, { id, loanId, at, actorId, isLate }: End) {
  await tx.execute(sql`
    update allocation_lines set state = ${isLate ? 'lapsed' : 'recalled'}
    where allocation_id = ${id}::uuid and state = 'offered'`)
  await tx.execute(sql`
    update allocations set state = 'ended', ended_by = ${actorId}::uuid, ended_at = ${at}::timestamptz
    where id = ${id}::uuid`)
  await tx.execute(sql`update loans set book_stage = 'open' where id = ${loanId}::uuid`)
}
