/**
 * What happened to a lender's commitments after they were made. How one ended is a column of its row; what it
 * was before a change is only in the audit trail.
 */
import type { OwnEvent } from '#contract/book/commitments.ts'
import { toFlag } from '#contract/wire.ts'
import type { Money, Percent } from '#domain/money.ts'
import { audit } from '#server/database/schema/audit.ts'
import { commitments } from '#server/database/schema/book.ts'
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
      select found.*, ${loans.title} as "loanTitle"
      from (${ended(asked)} union all ${changed(asked)}) found
      join ${loans} on ${loans.id} = found."loanId"
      order by "createdAt" desc, found.id desc limit ${limit + 1}`)
    const path = '/api/commitments/me/history'
    return cutPage(reply, rows, { path, filters, limit }).map(toEvent)
  },
}

type EventRow = Pick<OwnEvent, 'id' | 'event' | 'loanId' | 'loanTitle' | 'reason'> & {
  createdAt: string
  isSoft: boolean
  percentage: Percent
  amount: Money
  /** Null, both, of one that ended. */
  percentageBefore: Percent | null
  amountBefore: Money | null
}

function toEvent({
  createdAt,
  isSoft,
  percentageBefore,
  amountBefore,
  ...row
}: EventRow): OwnEvent {
  const hasPrevious = percentageBefore !== null && amountBefore !== null
  return {
    ...row,
    at: createdAt,
    isSoftCommit: toFlag(isSoft),
    previous: hasPrevious ? { percentage: percentageBefore, amount: amountBefore } : null,
  }
}

interface Asked {
  lenderId: string
  cursor: string | undefined
  limit: number
}

/** The newest withdrawn and released commitments. */
const ended = ({ lenderId, cursor, limit }: Asked): SQL => sql`(
  select ${commitments.id}, ${utcText(commitments.endedAt)} as "createdAt",
    ${commitments.status} as event, ${commitments.loanId} as "loanId",
    ${commitments.isSoftCommit} as "isSoft", ${commitments.percentage}, ${commitments.amount},
    null::numeric as "percentageBefore", null::numeric as "amountBefore",
    ${commitments.releaseReason} as reason
  from ${commitments}
  where ${commitments.lenderId} = ${lenderId}::uuid and ${commitments.status} <> 'active'
    and ${after(commitments.endedAt, commitments.id, cursor)}
  order by ${commitments.endedAt} desc, ${commitments.id} desc limit ${hidden(limit)}::int)`

/** The newest changes of commitments that are still there. */
const changed = ({ lenderId, cursor, limit }: Asked): SQL => sql`(
  select ${audit.id}, ${utcText(audit.at)},
    case ${audit.kind} when 'commitmentChanged' then 'changed' else 'madeBinding' end,
    ${commitments.loanId}, ${audit.kind} = 'commitmentChanged',
    (${audit.after} ->> 'percentage')::numeric(5, 2), (${audit.after} ->> 'amount')::numeric(15, 2),
    (${audit.before} ->> 'percentage')::numeric(5, 2), (${audit.before} ->> 'amount')::numeric(15, 2),
    null
  from ${audit} join ${commitments} on ${commitments.id} = ${audit.objectId}
    and ${commitments.lenderId} = ${lenderId}::uuid
  where ${audit.personId} = ${lenderId}::uuid
    and ${audit.kind} in ('commitmentChanged', 'commitmentMadeBinding')
    and ${after(audit.at, audit.id, cursor)}
  order by ${audit.at} desc, ${audit.id} desc limit ${hidden(limit)}::int)`

const after = (at: Column, id: Column, cursor: string | undefined): SQL =>
  cursor ? afterCursor(at, id, cursor) : sql`true`
type Column = Parameters<typeof afterCursor>[0]
