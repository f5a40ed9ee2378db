/** The history of a firm's commitments. It is read from the audit trail, which is kept when loans are deleted. */
import type { OwnEvent, ownEventPage } from '#contract/book/commitments.ts'
import { toFlag } from '#contract/wire.ts'
import type { AuditKind } from '#domain/audit/kinds.ts'
import type { PositionEvent } from '#domain/book/commitments.ts'
import type { Money, Percent } from '#domain/money.ts'
import { audit, movesAmounts } from '#server/database/schema/audit.ts'
import { commitments } from '#server/database/schema/book.ts'
import { loans } from '#server/database/schema/loans.ts'
import { afterCursor } from '#server/database/sql/cursor.ts'
import { utcText } from '#server/database/sql/time-texts.ts'
import { cutPage } from '#server/http/paging.ts'
import type { Context } from '#server/http/mount.ts'
import { heldFor, isHeldFor } from '#server/book/shares.ts'
import { isSeen } from '#server/loans/loans-seen.ts'
import { makerIn } from '#server/sign-in/people-of-firms.ts'
import { firmOf, isAdministrator, type Principal } from '#server/sign-in/principal.ts'
import { sql, type SQL } from 'drizzle-orm'
import type * as z from 'zod/mini'

export async function listHistory(
  { db, principal, reply }: Pick<Context<'signedIn'>, 'db' | 'principal' | 'reply'>,
  filters: z.output<typeof ownEventPage>,
): Promise<OwnEvent[]> {
  const limit = Number(filters.limit ?? 200)
  const asked = { cursor: filters.cursor, limit: limit + 1 }
  // A loan that the firm doesn't see anymore is shown as it was recorded, like a removed one.
  const seen = isAdministrator(principal) ? 'all' : { firmId: firmOf(principal) }
  const { rows } = await db.execute<EventRow>(sql`
    with removed as ${removedLines(principal)}, own as materialized ${ownLines(principal)}
    select found.*, coalesce(${loans.title}, found.title) as "loanTitle",
      ${loans.id} is null as "isRemoved"
    from (${acts(principal, asked)} union all ${removals(asked)} union all ${moves(asked)}) found
    left join ${loans} on ${loans.id} = found."loanId" and ${isSeen(seen)}
    order by "createdAt" desc, found.id desc limit ${limit + 1}`)
  return cutPage(reply, rows, { call: 'listOwnHistory', filters, limit }).map(toEvent)
}

type EventRow = Pick<
  OwnEvent,
  | 'id'
  | 'entryId'
  | 'event'
  | 'loanId'
  | 'loanTitle'
  | 'percentage'
  | 'amount'
  | 'reason'
  | 'onWhoseWord'
  | 'actedBy'
> & {
  createdAt: string
  isSoft: boolean
  isRemoved: boolean
  percentageBefore: Percent | null
  amountBefore: Money | null
}

const toEvent = (row: EventRow): OwnEvent => ({
  id: row.id,
  entryId: row.entryId,
  at: row.createdAt,
  event: row.event,
  loanId: row.loanId,
  loanTitle: row.loanTitle,
  isLoanRemoved: toFlag(row.isRemoved),
  isSoftCommit: toFlag(row.isSoft),
  percentage: row.percentage,
  amount: row.amount,
  previous:
    row.percentageBefore !== null && row.amountBefore !== null
      ? { percentage: row.percentageBefore, amount: row.amountBefore }
      : null,
  reason: row.reason,
  onWhoseWord: row.onWhoseWord,
  actedBy: row.actedBy,
})

interface HistoryPage {
  cursor: string | undefined
  limit: number
}

/** Types of audit entries. Each entry of these types describes a single event of one commitment. */
const eventOfKind = {
  commitmentMade: 'made',
  commitmentChanged: 'changed',
  commitmentMadeBinding: 'madeBinding',
  commitmentWithdrawn: 'withdrawn',
  commitmentReleased: 'released',
  commitmentLapsed: 'lapsed',
} as const satisfies Partial<Record<AuditKind, PositionEvent>>

const kinds = sql.join(
  Object.keys(eventOfKind).map((kind) => sql`${kind}`),
  sql`, `,
)
const eventNames = sql.join(
  Object.entries(eventOfKind).map(([kind, event]) => sql`when ${kind} then ${event}`),
  sql` `,
)
const changesFigures = sql`${audit.kind} in ('commitmentChanged', 'commitmentMadeBinding')`

/** An entry's person is the lender of its commitment, and the index on the person finds the entry. */
const acts = (principal: Principal, { cursor, limit }: HistoryPage): SQL => sql`(
  select ${audit.id}, ${audit.id} as "entryId", ${utcText(audit.at)} as "createdAt",
    case ${audit.kind} ${eventNames} end as event, ${audit.loanId} as "loanId",
    ${audit.loanTitle} as title, ${audit.after} ->> 'kind' = 'soft' as "isSoft",
    ${figuresOf(audit.after)},
    case when ${changesFigures} then (${audit.before} ->> 'percentage')::numeric(5, 2) end
      as "percentageBefore",
    case when ${changesFigures} then (${audit.before} ->> 'amount')::numeric(15, 2) end
      as "amountBefore",
    ${audit.after} ->> 'reason' as reason, ${audit.after} ->> 'onWhoseWord' as "onWhoseWord",
    (select ${makerIn(sql`actor.firm_id`, 'actor')} from users actor
      where actor.id = ${audit.actorId} and actor.firm_id = ${firmOf(principal)}::uuid) as "actedBy"
  from ${audit}
  where ${audit.personId} = any(array(select lender_id from own)) and ${audit.kind} in (${kinds})
    and ${audit.objectId} in (select id from own)
    and ${after(audit.at, audit.id, cursor)}
  order by ${audit.at} desc, ${audit.id} desc limit ${limit})`

/**
 * The firm's commitments that were deleted with a loan. One entry lists all commitments to the loan, so the entry's text
 * is searched for the firm's id before it is parsed. Entries from before firms have only the lender's id, which is the
 * id of the firm that the migration made for the lender.
 */
const removedLines = (principal: Principal): SQL => {
  const { firmId, makerId } = heldFor(principal)
  return sql`(
  select ${audit.id} as entry_id, ${audit.at}, ${audit.loanId}, ${audit.loanTitle}, line
  from ${audit} cross join lateral json_array_elements(${audit.before} -> 'commitments') line
  where ${audit.kind} = 'loanDeleted' and strpos(${audit.before}::text, ${firmId}::text) > 0
    and ${firmOfRemoved} = ${firmId}::text
    ${makerId === null ? sql`` : sql`and line ->> 'lenderId' = ${makerId}::text`})`
}

const firmOfRemoved = sql`coalesce(line ->> 'firmId', line ->> 'lenderId')`

/** All of the firm's commitments, each with its current or last share. */
const ownLines = (principal: Principal): SQL => sql`(
  select ${commitments.id}, ${commitments.loanId}, ${commitments.percentage}, ${commitments.lenderId}
  from ${commitments} where ${isHeldFor(principal)}
  union all
  select (line ->> 'id')::uuid, loan_id, (line ->> 'percentage')::numeric,
    (line ->> 'lenderId')::uuid from removed)`

const removals = ({ cursor, limit }: HistoryPage): SQL => sql`(
  select ${eventId(sql`entry_id`, sql`line ->> 'id'`)}, entry_id, ${utcText(sql`at`)}, 'removed', loan_id,
    loan_title, line ->> 'kind' = 'soft', ${figuresOf(sql`line`)}, null::numeric, null::numeric, null, null, null
  from removed
  where line ->> 'status' = 'active'
    and ${after(sql`at`, eventId(sql`entry_id`, sql`line ->> 'id'`), cursor)}
  order by at desc, ${eventId(sql`entry_id`, sql`line ->> 'id'`)} desc limit ${limit})`

/**
 * The newest changes to loans that also changed the firm's amounts: soft amounts follow the terms, and rounding can
 * change binding amounts by cents. Entries are parsed newest first, because most are very large.
 */
const moves = ({ cursor, limit }: HistoryPage): SQL => sql`(
  select moved.event_id, ${audit.id}, ${utcText(audit.at)},
    case when ${movesTerms} then 'termsChanged' else 'rounded' end, ${audit.loanId}, ${audit.loanTitle},
    ${movesSoft}, share.percentage, amount.now, share.percentage, amount.was, null, null, null
  from (
    select moving.id as entry_id, moving.at, own.id, own.percentage,
      ${eventId(sql`moving.id`, sql`own.id`)} as event_id
    from own join lateral (
      select ${audit.id}, ${audit.at} from ${audit}
      where ${audit.loanId} = own.loan_id and ${movesAmounts}
    ) moving on ${after(sql`moving.at`, eventId(sql`moving.id`, sql`own.id`), cursor)}
    order by moving.at desc, event_id desc
  ) moved join ${audit} on ${audit.id} = moved.entry_id
    cross join lateral (select (${movedAmount(audit.before)})::numeric(15, 2) as was,
      (${movedAmount(audit.after)})::numeric(15, 2) as now) amount
    cross join lateral (select (case when ${movesSoft}
      then round(100 * amount.now / (${audit.after} ->> 'amount')::numeric)
      else moved.percentage end)::numeric(5, 2) as percentage) share
  where amount.now is not null
  order by moved.at desc, moved.event_id desc limit ${limit})`

const movesTerms = sql`${audit.kind} = 'termsChanged'`

const softAmount = (state: Column): SQL => sql`${state} -> 'softAmounts' ->> moved.id::text`
const movesSoft = sql`(${movesTerms} and ${softAmount(audit.after)} is not null)`

/** Terms that lenders confirmed change binding amounts too. */
const movedAmount = (state: Column): SQL => sql`
  case when ${movesTerms} then coalesce(${softAmount(state)}, ${state} -> 'bindingAmounts' ->> moved.id::text)
    else ${state} ->> moved.id::text end`

/**
 * A stable event id for one commitment in an entry about several commitments. The commitment's own id can't be used,
 * because it identifies the entry about its creation.
 */
const eventId = (entryId: SQL, commitmentId: SQL): SQL =>
  sql`md5((${entryId})::text || (${commitmentId}))::uuid`

const figuresOf = (position: Column): SQL => sql`
  (${position} ->> 'percentage')::numeric(5, 2) as percentage,
  (${position} ->> 'amount')::numeric(15, 2) as amount`

const after = (at: Column, id: Column, cursor: string | undefined): SQL =>
  cursor ? afterCursor(at, id, cursor) : sql`true`
type Column = Parameters<typeof afterCursor>[0]
