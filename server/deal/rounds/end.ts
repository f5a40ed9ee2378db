/** Ends a running round, or moves the time to answer. */
import { randomUUID } from 'node:crypto'
import type { NewEntry } from '#domain/audit/entries.ts'
import { entryOfLapse, lapsedLine } from '#domain/book/deal/lapse.ts'
import { softLinesOf } from '#domain/book/deal/offers.ts'
import { settleAll } from '#domain/book/settle.ts'
import type { Line } from '#domain/book/lines.ts'
import { noticesOfEnd, noticesOfMove } from '#domain/deal/rounds/round-notices.ts'
import { isAnsweredTooLate } from '#domain/deal/rounds/rounds.ts'
import { groupBy } from '#domain/groups.ts'
import { sumMoney, sumPercent } from '#domain/money.ts'
import { actorOf } from '#server/audit/record.ts'
import { entryOfAllocation, recordAllocation } from '#server/book/offers/allocation-record.ts'
import { changesOfBook, lockBooks, writeBooks, type LockedBooks } from '#server/book/with-book.ts'
import { change } from '#server/change/change.ts'
import type { Queryable } from '#server/database/client.ts'
import { conflict, notFound } from '#server/errors.ts'
import type { Context } from '#server/http/mount.ts'
import { ownNameOf } from '#server/sign-in/people-of-firms.ts'
import { sql } from 'drizzle-orm'
import { requireRespondBy } from './publish.ts'
import { lockOneBook } from './save.ts'
import { findAllocation, loanOfAllocation, type StoredAllocation } from './stored.ts'

export async function moveRound(
  context: Context<'admin'>,
  id: string,
  { respondBy }: { respondBy: string },
): Promise<void> {
  const loanId = await loanOfAllocation(context.db, id)
  await change(context, {
    lock: lockOneBook(loanId),
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
  const makers = await findMakers(context.db, loanId)
  await change(context, {
    lock: (tx) => lockBooks(tx, { people: makers, loanIds: [loanId] }),
    async run(tx, locked) {
      const [book] = locked.books
      if (!book) throw notFound('The allocation')
      const { at } = locked
      const round = await findAllocation(tx, id)
      const respondBy = requireRunning(round)
      const isLate = isAnsweredTooLate(respondBy, at)
      const before = await recordAllocation(tx, id)
      const waiting = book.openOffers.map((offer) => ({
        ...offer,
        lines: softLinesOf(book, offer.firmId),
      }))
      const actorId = context.principal.account.id
      await storeEnd(tx, { id, loanId, at, actorId, isLate })
      const lapses = isLate ? waiting.flatMap(({ lines }) => lines) : []
      const lapsed = await lapse(tx, locked, lapses)
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

/** The people who made soft commitments to the loan. No others are made while the round runs. */
async function findMakers(db: Queryable, loanId: string): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select distinct lender_id as id from commitments
    where loan_id = ${loanId}::uuid and status = 'active' and is_soft_commit`)
  return rows.map(({ id }) => id)
}

async function lapse(tx: Queryable, { at, books, people }: LockedBooks, lines: readonly Line[]) {
  const [book] = books
  if (!book || lines.length === 0) return null
  const after = lines.map((line) => lapsedLine(line, 'notTakenUp', at))
  const { loan, stored } = settleAll(book, '', after, () => null)
  const firmNames = await readFirmNames(tx, [...groupBy(lines, ({ firmId }) => firmId).keys()])
  const entries = lines.map((before): NewEntry => {
    const maker = people.get(before.lenderId)
    if (!maker) throw new Error(`The lender of the commitment ${before.id} wasn't read`)
    const lender = {
      ...maker,
      firmId: before.firmId,
      firmName: firmNames.get(before.firmId) ?? null,
    }
    return entryOfLapse({ receiptId: randomUUID(), lender }, loan, before, 'notTakenUp')
  })
  return { loan, stored, entries }
}

async function readFirmNames(tx: Queryable, firmIds: readonly string[]) {
  const { rows } = await tx.execute<{ id: string; name: string | null }>(sql`
    select id, ${ownNameOf(sql`asked.id`)} as name from unnest(${sql.param([...firmIds])}::uuid[]) as asked (id)`)
  return new Map(rows.map(({ id, name }) => [id, name]))
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
