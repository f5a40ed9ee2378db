/**
 * The only code that writes commitments, apart from the sample portfolio. One statement locks and reads the people,
 * loans, commitments, and Idempotency-Key of an action. Another statement writes the action and its effects (decision
 * 28).
 */
import type { FirmRole } from '#domain/access.ts'
import type { AnsweredOffer } from '#domain/book/deal/answered-offer.ts'
import type { Line, OpenOffer } from '#domain/book/lines.ts'
import type { DirectNotice } from '#domain/notifications/notices.ts'
import type { Actor } from '#server/audit/record.ts'
import { effectParts, effectValues, type Effects } from '#server/change/effects.ts'
import { storedKey, type KeyedResult, type StoredKey } from '#server/change/idempotency.ts'
import type { Change } from '#server/live/record.ts'
import type { Transaction } from '#server/database/client.ts'
import { idempotencyKeys } from '#server/database/schema/idempotency.ts'
import { photos } from '#server/database/schema/documents.ts'
import { prepared } from '#server/database/sql/prepared-statement.ts'
import { utcText } from '#server/database/sql/time-texts.ts'
import { coverOfLoan, shownColumns, withFlags, type LoanRow } from '#server/loans/read-loans.ts'
import { sql, type SQL } from 'drizzle-orm'
import { displayNameOf, hasOthers, ownNameOf } from '#server/sign-in/people-of-firms.ts'
import { isFirmEligible } from './shares.ts'

export interface Person {
  id: string
  firstName: string
  lastName: string
  email: string
  companyName: string | null
  firmId: string
  firmRole: FirmRole
  /** The firm's own name, and the one that it goes by. */
  firmName: string | null
  displayName: string
  isAloneInFirm: boolean
  /** True if a person of the same firm has an active, approved account. */
  isFirmEligible: boolean
  isAdmin: boolean
  isApproved: boolean
  isActive: boolean
}

/** The book of a locked loan: its active commitments, oldest first, and the requested commitment in any state. */
export interface LockedBook {
  loan: LoanRow
  lines: Line[]
  /** True if the caller's firm sees the loan in full. */
  isAdmitted: boolean
  /** The offers of the running round that aren't answered. */
  openOffers: readonly OpenOffer[]
}

/**
 * The rows to lock. The loan, lender and firm of a commitment never change, so they can be looked up before the lock is
 * taken.
 */
interface Wanted {
  /** The account whose firm needs to be admitted to the loan. */
  callerId?: string
  /** Accounts that must not change until the commit. */
  people: readonly string[]
  loanIds?: readonly string[]
  /**
   * True for a new commitment to these loans. A fully committed loan rejects it, so the loan's commitments aren't read.
   */
  isNew?: boolean
  /** Also locks the loan and lender of this commitment. */
  lineId?: string
  /** Also locks every loan on which this firm has soft commitments, and the people who made them. */
  softOf?: string
  key?: { userId: string; key: string } | null
}

export interface LockedBooks {
  /**
   * The time in ISO 8601, in UTC, with microseconds. It is taken after the locks, so it is later than every commitment
   * in these books.
   */
  at: string
  people: ReadonlyMap<string, Person>
  books: LockedBook[]
  /** Accounts that the requested commitment refers to. They aren't locked. */
  named: ReadonlyMap<string, Person>
  /** The firm that holds the requested commitment. Its maker may be in another firm by now. */
  holder: Holder | null
  /** True if the audit trail contains the creation of the requested commitment. */
  isMakingOnRecord: boolean
  stored: StoredKey | null
}

const person = sql`json_build_object('id', u.id, 'firstName', u.first_name, 'lastName', u.last_name,
  'email', u.email, 'companyName', u.company_name, 'firmId', u.firm_id, 'firmRole', u.firm_role,
  'firmName', ${ownNameOf(sql`u.firm_id`)}, 'displayName', ${displayNameOf(sql`u.firm_id`)},
  'isAloneInFirm', not ${hasOthers(sql`u.firm_id`, sql`u.id`)},
  'isFirmEligible', ${isFirmEligible(sql`u.firm_id`)}, 'isAdmin', u.is_admin, 'isApproved', u.is_approved,
  'isActive', u.deactivated_at is null)`

/** The columns are selected as a row, because converting rows to JSON is faster than json_build_object(). */
export const lineColumns = sql`c.id, c.loan_id as "loanId", c.lender_id as "lenderId", c.firm_id as "firmId",
  c.is_soft_commit as "isSoft", c.is_hold as "isHold", c.percentage::text, c.amount::text, c.status, c.loan_amount::text as "loanAmount",
  c.interest_rate::text as "interestRate", c.term, ${utcText(sql`c.created_at`)} as "createdAt",
  ${utcText(sql`c.standing_since`)} as "standingSince", c.recorded_by as "recordedBy",
  ${utcText(sql`c.ended_at`)} as "endedAt", c.end_reason as "endReason", c.released_by as "releasedBy",
  c.release_reason as "releaseReason", c.acted_by as "actedBy", c.instructed_by as "instructedBy",
  c.instructed_on as "instructedOn"`

export type Holder = Pick<Person, 'firmName' | 'displayName' | 'isAloneInFirm' | 'isFirmEligible'>

interface Row extends Record<string, unknown> {
  holder: Holder | null
  at: string
  people: Person[] | null
  named: Person[] | null
  lines: Line[] | null
  isAdmitted: boolean
  openOffers?: OpenOffer[] | null
  isMakingOnRecord: boolean
  stored: StoredKey | null
}

interface Values extends Record<string, unknown> {
  callerId: string | null
  people: string[]
  loanIds: string[]
  lineId: string | null
  softOf: string | null
  userId: string | null
  key: string | null
}

/**
 * True for the people whom `softOf` locks, and for all others of the firm. They must be locked before the firm, as
 * accounts are everywhere, and nobody can commit for the firm from then on.
 */
export const actsForFirm = (firmId: SQL): SQL => sql`(users.firm_id = ${firmId} or users.id in (
  select lender_id from commitments where firm_id = ${firmId} and status = 'active' and is_soft_commit))`

const wantedLine = sql`${sql.placeholder('lineId')}::uuid`
const ofTarget = (column: 'loan_id' | 'lender_id') =>
  sql`union select ${sql.raw(column)} from target`

const target = sql`target as materialized (
  select loan_id, lender_id from commitments
  where id = ${wantedLine}
    or firm_id = ${sql.placeholder('softOf')}::uuid and status = 'active' and is_soft_commit),`

const readOfTarget = sql`
  (select json_agg(${person}) from commitments c
    join users u on u.id in (c.recorded_by, c.released_by, c.acted_by) where c.id = ${wantedLine}) as named,
  (select json_build_object('firmName', ${ownNameOf(sql`c.firm_id`)}, 'displayName', ${displayNameOf(sql`c.firm_id`)},
    'isAloneInFirm', not ${hasOthers(sql`c.firm_id`, sql`c.lender_id`)}, 'isFirmEligible', ${isFirmEligible(sql`c.firm_id`)})
    from commitments c where c.id = ${wantedLine}) as holder,
  exists (select from audit a where a.id = ${wantedLine} and a.kind = 'commitmentMade') as "isMakingOnRecord",
  case when loans.book_stage = 'offered' then open_offers_now(loans.id) end as "openOffers",`

/** An admission can end while the statement waits for the loan, so a volatile function reads it. */
const isCallerAdmitted = sql`case when loans.audience = 'everyone' then true
  else is_admitted_now(loans.id, (select p.firm_id from people p where p.id = ${sql.placeholder('callerId')}::uuid)) end`

/**
 * Locks people first and loans next, each in the order of their ids. The subquery makes `people` run first. After
 * waiting for a lock, a statement sees new versions of only the locked rows, so a volatile function reads the
 * commitments later.
 */
const lockAndRead = (isNew: boolean) =>
  prepared<Row, Values>(sql`
  with ${isNew ? sql`` : target} people as materialized (
    select u.* from users u
    where id = any(array(select unnest(${sql.placeholder('people')}::uuid[]) ${isNew ? sql`` : ofTarget('lender_id')}))
    order by id for share
  ), loans as materialized (
    select * from loans
    where id = any(array(select unnest(${sql.placeholder('loanIds')}::uuid[]) ${isNew ? sql`` : ofTarget('loan_id')}))
      and (select count(*) from people) >= 0
    order by id for no key update
  )
  select ${shownColumns('all')}, ${isCallerAdmitted} as "isAdmitted", ${utcText(sql`clock_timestamp()`)} as at, ${isNew ? sql`` : readOfTarget}
    (select json_agg(${person}) from people u) as people,
    (select json_agg(line order by line."createdAt", line.id)
      from (select ${lineColumns} from lines_now(loans.id, ${isNew ? sql`null` : wantedLine}) c
        ${isNew ? sql`where loans.committed_percentage < 100` : sql``}) line) as lines,
    (select ${storedKey} from ${idempotencyKeys}
      where user_id = ${sql.placeholder('userId')}::uuid and key = ${sql.placeholder('key')}) as stored
  from (values (1)) one left join loans on true left join ${photos} on ${coverOfLoan}
  order by loans.id`)
const [lockForNew, lockForOthers] = [lockAndRead(true), lockAndRead(false)]

/** Missing loans are omitted from the result. */
export async function lockBooks(tx: Transaction, wanted: Wanted): Promise<LockedBooks> {
  const {
    callerId = null,
    people,
    loanIds = [],
    isNew = false,
    lineId = null,
    softOf = null,
    key,
  } = wanted
  const statement = isNew ? lockForNew : lockForOthers
  const rows = await statement(tx, {
    callerId,
    people: [...people],
    loanIds: [...loanIds],
    lineId,
    softOf,
    userId: key?.userId ?? null,
    key: key?.key ?? null,
  })
  const [first] = rows
  if (!first) throw new Error('The statement gave no row')
  const byId = (some: Person[] | null) => new Map((some ?? []).map((each) => [each.id, each]))
  return {
    at: first.at,
    people: byId(first.people),
    named: byId(first.named),
    holder: first.holder ?? null,
    isMakingOnRecord: first.isMakingOnRecord ?? false,
    stored: first.stored,
    books: rows.filter(({ id }) => id !== null).map(toBook),
  }
}

function toBook(row: Row): LockedBook {
  const { at: _1, people: _2, named: _3, isMakingOnRecord: _4, stored: _5, ...rest } = row
  const { holder: _6, lines, isAdmitted, openOffers, ...columns } = rest
  // The other columns belong to the loan and have the same names as in the contract.
  const loan = withFlags(columns as unknown as LoanRow)
  return { loan, lines: lines ?? [], isAdmitted, openOffers: openOffers ?? [] }
}

export interface BooksChange extends Effects {
  notices?: readonly DirectNotice[]
  loans: readonly Pick<
    LoanRow,
    'id' | 'committedPercentage' | 'committedAmount' | 'softPercentage' | 'holdPercentage'
  >[]
  stored: readonly Line[]
  /** Answers to offers. `answerOffers` stores them before. */
  answers?: readonly AnsweredOffer[]
}

const columns = sql`id uuid, "loanId" uuid, "lenderId" uuid, "firmId" uuid, "isSoft" boolean, percentage numeric,
  amount numeric, "isHold" boolean, status text, "loanAmount" numeric, "interestRate" numeric, term int, "createdAt" timestamptz,
  "standingSince" timestamptz, "recordedBy" uuid, "endedAt" timestamptz, "endReason" text, "releasedBy" uuid, "releaseReason" text, "actedBy" uuid,
  "instructedBy" text, "instructedOn" date`

/** Updates only the fields that can change. The person who holds is another one only for the originator's hold. */
const writeAll = prepared<
  Record<string, never>,
  { lines: string; sums: string; loanIds: string[] } & ReturnType<typeof effectValues>
>(sql`
  with stored as (
    insert into commitments as c (id, loan_id, lender_id, firm_id, is_soft_commit, percentage, amount, is_hold,
      status, loan_amount, interest_rate, term, created_at, standing_since, recorded_by, ended_at, end_reason,
      released_by, release_reason, acted_by, instructed_by, instructed_on)
    select * from json_to_recordset(${sql.placeholder('lines')}::json) as line (${columns})
    on conflict (id) do update set lender_id = excluded.lender_id, is_soft_commit = excluded.is_soft_commit,
      standing_since = excluded.standing_since, end_reason = excluded.end_reason, percentage = excluded.percentage,
      amount = excluded.amount, status = excluded.status, loan_amount = excluded.loan_amount,
      interest_rate = excluded.interest_rate, term = excluded.term, ended_at = excluded.ended_at,
      released_by = excluded.released_by, release_reason = excluded.release_reason, acted_by = excluded.acted_by,
      instructed_by = excluded.instructed_by, instructed_on = excluded.instructed_on
  ), summed as (
    update loans set committed_percentage = sums."committedPercentage",
      committed_amount = sums."committedAmount", soft_percentage = sums."softPercentage",
      hold_percentage = sums."holdPercentage"
    from json_to_recordset(${sql.placeholder('sums')}::json)
      as sums (id uuid, "committedPercentage" numeric, "committedAmount" numeric, "softPercentage" numeric,
        "holdPercentage" numeric)
    where loans.id = sums.id and loans.id = any(${sql.placeholder('loanIds')}::uuid[])
  ), reconsidered as (
    -- A firm that commits after a pass takes part again.
    delete from passes where loan_id = any(${sql.placeholder('loanIds')}::uuid[]) and exists (
      select from json_to_recordset(${sql.placeholder('lines')}::json)
        as line ("loanId" uuid, "firmId" uuid, status text)
      where line."loanId" = passes.loan_id and line."firmId" = passes.firm_id and line.status = 'active')
  ), ${effectParts('people', 'firms', 'administrators')}
  select 1`)

const sumColumns = [
  ...['id', 'committedPercentage', 'committedAmount', 'softPercentage', 'holdPercentage'],
]

export async function writeBooks(
  tx: Transaction,
  actor: Actor,
  { loans, stored, answers: _answers, ...effects }: BooksChange,
  keyed: KeyedResult | null = null,
): Promise<void> {
  await writeAll(tx, {
    lines: JSON.stringify(stored),
    sums: JSON.stringify(loans, sumColumns),
    loanIds: loans.map(({ id }) => id),
    ...effectValues(actor, effects, keyed),
  })
}

/** The live-update topics of an action. Each action changes the book and the firm's own position. */
export const changesOfBook = (loanId: string, firmIds: readonly string[]): Change[] => [
  { topic: 'book', subject: loanId },
  ...firmIds.map(ownBookChange),
]

export const ownBookChange = (firmId: string): Change => ({
  topic: 'book',
  subject: 'reader',
  audience: { firmId },
})
