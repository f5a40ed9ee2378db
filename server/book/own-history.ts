/**
 * What happened to a lender's commitments. It is read from the audit trail, which keeps what a deletion
 * of their loan removes.
 */
import type { OwnEvent } from '#contract/book/commitments.ts'
import { toFlag } from '#contract/wire.ts'
import type { AuditKind } from '#domain/audit/kinds.ts'
import type { PositionEvent } from '#domain/book/commitments.ts'
import type { Money, Percent } from '#domain/money.ts'
import { audit } from '#server/database/schema/audit.ts'
import { loans } from '#server/database/schema/loans.ts'
import { hidden } from '#server/database/named-statements.ts'
import { afterCursor, cutPage, utcText } from '#server/http/cursor.ts'
import type { Handlers } from '#server/http/mount.ts'
import { sql, type SQL } from 'drizzle-orm'

export const ownHistoryHandlers: Pick<Handlers, 'listOwnHistory'> = {
  async listOwnHistory({ db, principal, reply }, { query: filters }) {
    const limit = Number(filters.limit ?? 200)
    const asked = { lenderId: principal.account.id, cursor: filters.cursor, limit: limit + 1 }
    const { rows } = await db.execute<EventRow>(sql`
      select found.*, coalesce(${loans.title}, found.title) as "loanTitle",
        ${loans.id} is null as "isRemoved"
      from (${acts(asked)} union all ${removals(asked)}) found
      left join ${loans} on ${loans.id} = found."loanId"
      order by "createdAt" desc, found.id desc limit ${limit + 1}`)
    const path = '/api/commitments/me/history'
    return cutPage(reply, rows, { path, filters, limit }).map(toEvent)
  },
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
> & {
  createdAt: string
  isSoft: boolean
  isRemoved: boolean
  /** Null, both, unless the event changes figures. */
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
})

interface Asked {
  lenderId: string
  cursor: string | undefined
  limit: number
}

/** The kinds of entries that each are one event of one commitment. */
const eventOfKind = {
  commitmentMade: 'made',
  commitmentChanged: 'changed',
  commitmentMadeBinding: 'madeBinding',
  commitmentWithdrawn: 'withdrawn',
  commitmentReleased: 'released',
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

/** The newest acts on the lender's commitments, by whomever. */
const acts = ({ lenderId, cursor, limit }: Asked): SQL => sql`(
  select ${audit.id}, ${audit.id} as "entryId", ${utcText(audit.at)} as "createdAt",
    case ${audit.kind} ${eventNames} end as event, ${audit.loanId} as "loanId",
    ${audit.loanTitle} as title, ${audit.after} ->> 'kind' = 'soft' as "isSoft",
    ${figuresOf(audit.after)},
    case when ${changesFigures} then (${audit.before} ->> 'percentage')::numeric(5, 2) end
      as "percentageBefore",
    case when ${changesFigures} then (${audit.before} ->> 'amount')::numeric(15, 2) end
      as "amountBefore",
    ${audit.after} ->> 'reason' as reason, ${audit.after} ->> 'onWhoseWord' as "onWhoseWord"
  from ${audit}
  where ${audit.personId} = ${lenderId}::uuid and ${audit.kind} in (${kinds})
    and ${after(audit.at, audit.id, cursor)}
  order by ${audit.at} desc, ${audit.id} desc limit ${hidden(limit)}::int)`

/**
 * The newest of the lender's active commitments that were removed with a deleted loan. The loan's one entry
 * lists them; which entries list the lender's is known by the id in their text, before any is parsed.
 */
const removals = ({ lenderId, cursor, limit }: Asked): SQL => sql`(
  select ${eventId(sql`line ->> 'id'`)}, ${audit.id}, ${utcText(audit.at)}, 'removed', ${audit.loanId},
    ${audit.loanTitle}, line ->> 'kind' = 'soft', ${figuresOf(sql`line`)},
    null::numeric, null::numeric, null, null
  from ${audit} cross join lateral json_array_elements(${audit.before} -> 'commitments') line
  where ${audit.kind} = 'loanDeleted' and strpos(${audit.before}::text, ${lenderId}::text) > 0
    and line ->> 'lenderId' = ${lenderId}::text and line ->> 'status' = 'active'
    and ${after(audit.at, eventId(sql`line ->> 'id'`), cursor)}
  order by ${audit.at} desc, ${eventId(sql`line ->> 'id'`)} desc limit ${hidden(limit)}::int)`

/**
 * The id of one commitment's part in an entry about many: the same at every reading. The commitment's own id is
 * taken: the entry of its making has it.
 */
const eventId = (commitmentId: SQL): SQL => sql`md5(${audit.id}::text || (${commitmentId}))::uuid`

const figuresOf = (position: Column): SQL => sql`
  (${position} ->> 'percentage')::numeric(5, 2) as percentage,
  (${position} ->> 'amount')::numeric(15, 2) as amount`

const after = (at: Column, id: Column, cursor: string | undefined): SQL =>
  cursor ? afterCursor(at, id, cursor) : sql`true`
type Column = Parameters<typeof afterCursor>[0]
