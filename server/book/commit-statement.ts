/**
 * A binding commitment as one statement, for all that leave something of the loan: one round trip, and
 * the loan's row locked no longer than it takes (decision 4).
 */
import { statusFilters } from '#domain/loans/statuses.ts'
import type { Money, Percent } from '#domain/money.ts'
import {
  auditInsertOf,
  auditPlaceholders,
  auditValues,
  type Actor,
  type NewEntry,
} from '#server/audit/record.ts'
import { collectTopics, noteTopic } from '#server/changes/named-topics.ts'
import { changesInsertOf } from '#server/changes/record.ts'
import type { Database } from '#server/database/client.ts'
import { photos } from '#server/database/schema/documents.ts'
import { statement } from '#server/database/statement.ts'
import { keyInsert, type RequestKey } from '#server/http/idempotency-keys.ts'
import { coverOf, coverUrlOf } from '#server/loans/read.ts'
import { noticesInsert, type Notice } from '#server/notices/notify.ts'
import { sql, type SQL } from 'drizzle-orm'
import { eligibleLender } from './lenders.ts'
import { toldOfCommitment } from './notices.ts'

/** A commitment as it is inserted. */
export interface NewCommitmentRow {
  id: string
  loanId: string
  lenderId: string
  /** The administrator who records it on the lender's behalf. */
  recordedBy: string | null
  isSoftCommit: boolean
  percentage: Percent
  amount: Money
  /** The terms that it is made on. */
  loanAmount: Money
  interestRate: Percent
  /** Months. */
  term: number
}

/** Who acts, what goes on record, and what those who are told of it read. */
interface Effects {
  actor: Actor
  entry: NewEntry
  notices: readonly Notice[]
}

/** What the statement made, and the loan's figures with it. */
export interface MadeCommitment {
  /** ISO 8601 in UTC with microseconds. */
  createdAt: string
  percentage: Percent
  amount: Money
  committedPercentage: Percent
  committedAmount: Money
  softPercentage: Percent
  /** The address of the loan's cover photo, which changes without the loan's version. */
  coverUrl: string | null
}

/** What the text of the statement depends on. */
interface Shape {
  isKeyed: boolean
  isOwn: boolean
}

type Send = (db: Database, values: Record<string, unknown>) => Promise<MadeCommitment[]>

/**
 * Adds a binding commitment if the loan still is as it was read: same version and terms, not funded, more
 * room than the share; and if the lender still may hold one. The guard of the update decides: what it did not
 * update is not inserted, put on record, or told. Null when it did nothing.
 */
export async function commitInOneStatement(
  db: Database,
  row: NewCommitmentRow & { version: string },
  key: RequestKey | null,
  { actor, entry, notices }: Effects,
): Promise<MadeCommitment | null> {
  const { send, topics } = builtFor({ isKeyed: key !== null, isOwn: row.recordedBy === null })
  for (const topic of topics) noteTopic(topic)
  const told = notices.map(({ type, message }, index) => [
    [`type${index}`, type],
    [`message${index}`, message],
  ])
  const values = {
    ...row,
    ...(key && {
      keyUserId: key.userId,
      key: key.key,
      call: key.call,
      requestHash: key.requestHash,
    }),
    ...auditValues(actor, entry),
    ...Object.fromEntries(told.flat()),
  }
  const [made] = await send(db, values)
  return made ?? null
}

const built = new Map<string, { send: Send; topics: ReturnType<typeof collectTopics>['topics'] }>()

/** The statement of a shape: its text is built once, since building it takes longer than sending it. */
function builtFor(shape: Shape) {
  const name = JSON.stringify(shape)
  const known = built.get(name)
  if (known) return known
  const { built: text, topics } = collectTopics(() => build(shape))
  const made = { send: statement<MadeCommitment, Record<string, unknown>>(text), topics }
  built.set(name, made)
  return made
}

const value = (name: string) => sql.placeholder(name)

function build({ isKeyed, isOwn }: Shape): SQL {
  const statuses = sql.join(
    statusFilters.open.map((status) => sql.raw(`'${status}'`)),
    sql`, `,
  )
  const isMade = sql`exists (select 1 from made)`
  const key = {
    userId: value('keyUserId'),
    key: value('key'),
    call: value('call'),
    requestHash: value('requestHash'),
  }
  const keyed = isKeyed ? sql`, keyed as (${keyInsert(key, sql`made.id`, sql`from made`)})` : sql``
  const recorded = auditInsertOf('recorded', auditPlaceholders, sql`where ${isMade}`)
  const changed = changesInsertOf('changed', 'book', value('loanId'), isMade)
  const told = toldOfCommitment(value('actor_id'), value('lenderId'), isOwn).map((to, index) => {
    const notice = {
      type: value(`type${index}`),
      message: value(`message${index}`),
      loanId: value('loanId'),
    }
    return sql`, ${noticesInsert(`told_${index}`, to, notice, isMade)}`
  })
  return sql`
    with lender as (${eligibleLender(value('lenderId'))}), guarded as (
      update loans set
        committed_percentage = committed_percentage + ${value('percentage')}::numeric,
        committed_amount = committed_amount + ${value('amount')}::numeric
      where id = ${value('loanId')}::uuid
        and exists (select 1 from lender)
        and status in (${statuses})
        and version = ${value('version')}::integer
        and amount = ${value('loanAmount')}::numeric
        and interest_rate = ${value('interestRate')}::numeric
        and term = ${value('term')}::integer
        and committed_percentage + ${value('percentage')}::numeric < 100
      returning id, committed_percentage, committed_amount, soft_percentage
    ), made as (
      insert into commitments
        (id, loan_id, lender_id, percentage, amount, is_soft_commit, loan_amount, interest_rate,
          term, recorded_by)
      select ${value('id')}::uuid, guarded.id, ${value('lenderId')}::uuid,
        ${value('percentage')}::numeric, ${value('amount')}::numeric, false,
        ${value('loanAmount')}::numeric, ${value('interestRate')}::numeric,
        ${value('term')}::integer, ${value('recordedBy')}::uuid
      from guarded
      returning id, percentage, amount, created_at
    )${keyed}, ${recorded}, ${changed}${sql.join(told, sql``)}
    select to_char(made.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as "createdAt",
      made.percentage, made.amount, guarded.committed_percentage as "committedPercentage",
      guarded.committed_amount as "committedAmount", guarded.soft_percentage as "softPercentage",
      ${coverUrlOf(sql`guarded.id`)} as "coverUrl"
    from made, guarded left join ${photos} on ${coverOf(sql`guarded.id`)}`
}
