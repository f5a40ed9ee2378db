/**
 * Binding commitments as one statement, for all that leave something of the loan: one round trip, and the
 * loan's row locked no longer than it takes (decision 4). Those that come at the same time share one.
 */
import { statusFilters } from '#domain/loans/statuses.ts'
import type { Money, Percent } from '#domain/money.ts'
import {
  auditCells,
  auditInsertOf,
  auditRecord,
  auditValues,
  type Actor,
  type NewEntry,
} from '#server/audit/record.ts'
import { collectTopics, noteTopic } from '#server/changes/named-topics.ts'
import { changesInsertOf, ownChangesInsert } from '#server/changes/record.ts'
import type { Database } from '#server/database/client.ts'
import { isSeen } from '#server/database/loans-seen.ts'
import { photos } from '#server/database/schema/documents.ts'
import { statement } from '#server/database/statement.ts'
import { isKeyUsed, keyInsert, type RequestKey } from '#server/http/idempotency-keys.ts'
import { keptOfBooks } from '#server/loans/figures.ts'
import { exposedBinding, groupOfLoan } from '#server/loans/kept-exposure.ts'
import { coverOf, coverUrlOf } from '#server/loans/read.ts'
import { noticesInsert, type Notice } from '#server/notices/notify.ts'
import { sql, type SQL } from 'drizzle-orm'
import { eligibleLenders } from './lenders.ts'
import { toldOfCommitment } from './notices.ts'
import type { PositionTerms } from './terms.ts'

/** A commitment as it is inserted. */
export interface NewCommitmentRow extends PositionTerms {
  id: string
  loanId: string
  lenderId: string
  /** The administrator who records it on the lender's behalf. */
  recordedBy: string | null
  isSoftCommit: boolean
  percentage: Percent
  amount: Money
}

/** Who acts, what goes on record, and what those who are told of it read. */
interface Effects {
  actor: Actor
  entry: NewEntry
  notices: readonly Notice[]
}

/** A commitment that its lender makes, by the loan as it was shown. One recorded on a lender's behalf takes the loan's lock. */
export interface BindingCommitment {
  row: NewCommitmentRow
  /** Of the loan. */
  version: string
  key: RequestKey | null
  effects: Effects
}

/** What the statement made, and the loan's figures with it. */
export interface MadeCommitment {
  id: string
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

/**
 * What happens when somebody else has locked a row: `wait` for it, which only a statement for one loan may,
 * since two for several could wait for each other; or `skip` it.
 */
export type OnLocked = 'wait' | 'skip'

/**
 * Adds each binding commitment whose loan still is as it was read: same version and terms, not funded, no draft, more
 * room than the share after those before it; whose lender still may hold one; and whose key is new. What isn't added is not
 * put on record or told, and is missing from the result. Either all is stored that the result has, or nothing.
 */
export async function commitInOneStatement(
  db: Database,
  wanted: readonly BindingCommitment[],
  onLocked: OnLocked,
): Promise<MadeCommitment[]> {
  return built[onLocked].send(db, { wanted: JSON.stringify(wanted.map(toRecord)) })
}

/** Notes the topics of what the statement changes, for the call that wants one of its commitments. */
export function noteTopicsOfCommitment(): void {
  for (const topic of built.wait.topics) noteTopic(topic)
}

/** The columns of `recordset`. The commitment and the entry of its making have one id. */
const toRecord = ({ row, version, key, effects }: BindingCommitment, place: number) => ({
  place,
  ...row,
  version,
  ...(key && {
    keyUserId: key.userId,
    key: key.key,
    call: key.call,
    requestHash: key.requestHash,
  }),
  ...auditValues(effects.actor, effects.entry),
  ...Object.fromEntries(
    effects.notices.flatMap(({ type, message }, index) => [
      [`type${index}`, type],
      [`message${index}`, message],
    ]),
  ),
})

const recordset = sql`json_to_recordset(${sql.placeholder('wanted')}::json) as asked (
  place integer, id uuid, "loanId" uuid, "lenderId" uuid, percentage numeric, amount numeric,
  "loanAmount" numeric, "interestRate" numeric, term integer, version integer,
  "keyUserId" uuid, key text, call text, "requestHash" text, ${auditRecord},
  type0 text, message0 text, type1 text, message1 text)`

/** The statement's text is built once, since building it takes longer than sending it. */
const built = { wait: builtFor(sql``), skip: builtFor(sql`skip locked`) }

function builtFor(onLocked: SQL) {
  const { built: text, topics } = collectTopics(() => build(onLocked))
  return { send: statement<MadeCommitment, { wanted: string }>(text), topics }
}

function build(onLocked: SQL): SQL {
  // Ids are given to tables as arrays, for which PostgreSQL expects ten of them: it would expect a hundred
  // rows of `wanted`, and read small tables whole.
  const statuses = sql.join(
    statusFilters.open.map((status) => sql.raw(`'${status}'`)),
    sql`, `,
  )
  const asked = (column: string) => sql`asked.${sql.identifier(column)}`
  const key = {
    userId: asked('keyUserId'),
    key: asked('key'),
    call: asked('call'),
    requestHash: asked('requestHash'),
  }
  const source = sql`made join fitting as asked on asked.id = made.id`
  const keyed = keyInsert(key, sql`made.id`, sql`from ${source} where ${key.key} is not null`)
  const recorded = auditInsertOf(
    'recorded',
    { ...auditCells('asked'), id: asked('id') },
    sql`from ${source} order by ${asked('place')}`,
  )
  const changed = changesInsertOf('changed', 'book', sql`guarded.id`, sql`from guarded`)
  const moved = ownChangesInsert('moved', 'book', asked('lenderId'), sql`from ${source}`)
  const notices = toldOfCommitment(asked('actor_id'), asked('lenderId')).map(
    ({ to, hasReceipt }, index) => ({
      to,
      notice: {
        type: asked(`type${index}`),
        message: asked(`message${index}`),
        loanId: asked('loanId'),
        ...(hasReceipt && { receiptId: asked('id') }),
      },
    }),
  )
  const told = noticesInsert('told', notices, sql`, ${source}`)
  return sql`
    with wanted as materialized (select * from ${recordset}),
    lender as materialized (
      ${eligibleLenders(sql`array(select "lenderId" from wanted)`)} ${onLocked}
    ), loan as materialized (
      select id, committed_percentage, version, amount, interest_rate, term from loans
      where id = any(array(select "loanId" from wanted)) and status in (${statuses})
        and ${isSeen('published')}
      for no key update ${onLocked}
    ), fitting as materialized (
      select * from (
        select asked.*, loan.committed_percentage + sum(asked.percentage)
          over (partition by loan.id order by asked.place) as covered
        from wanted as asked
          join lender on lender.id = asked."lenderId"
          join loan on loan.id = asked."loanId" and loan.version = asked.version
            and loan.amount = asked."loanAmount" and loan.interest_rate = asked."interestRate"
            and loan.term = asked.term
        where not ${isKeyUsed(key)}
      ) as asked where covered < 100
    ), guarded as (
      update loans set
        committed_percentage = committed_percentage + part.percentage,
        committed_amount = committed_amount + part.amount
      from (select "loanId", sum(percentage) as percentage, sum(amount) as amount
        from fitting group by "loanId") as part
      where id = part."loanId"
      returning id, status, property_type, committed_percentage, loans.committed_amount,
        soft_percentage, part.amount as added, ${groupOfLoan}
    ), ${keptOfBooks(sql`guarded`)}, made as (
      insert into commitments
        (id, loan_id, lender_id, percentage, amount, is_soft_commit, loan_amount, interest_rate,
          term, created_at)
      select asked.id, guarded.id, asked."lenderId", asked.percentage, asked.amount, false,
        asked."loanAmount", asked."interestRate", asked.term, clock_timestamp()
      from fitting as asked join guarded on guarded.id = asked."loanId"
      order by asked.place
      returning id, loan_id, lender_id, percentage, amount, created_at
    ), ${exposedBinding(sql`from made join guarded on guarded.id = made.loan_id`)}, keyed as (${keyed}), ${recorded}, ${changed}, ${moved}, ${told}
    select made.id,
      to_char(made.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as "createdAt",
      made.percentage, made.amount, guarded.committed_percentage as "committedPercentage",
      guarded.committed_amount as "committedAmount", guarded.soft_percentage as "softPercentage",
      ${coverUrlOf(sql`guarded.id`)} as "coverUrl"
    from made join guarded on guarded.id = made.loan_id
      left join ${photos} on ${coverOf(sql`guarded.id`)}`
}
