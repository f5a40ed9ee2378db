/** Allocations as they are stored. Their loan's lock precedes every read that an act depends on. */
import type { Order } from '#domain/deal/orders.ts'
import type { AllocationState, OfferState } from '#domain/deal/rounds/rounds.ts'
import type { How } from '#domain/deal/allocation.ts'
import type { Money, Percent, Rate } from '#domain/money.ts'
import type { Queryable } from '#server/database/client.ts'
import { momentText, utcText } from '#server/database/sql/time-texts.ts'
import { ApiError, notFound } from '#server/errors.ts'
import { companyOf, displayNameOf } from '#server/sign-in/people-of-firms.ts'
import { personNameOf } from '#server/database/schema/accounts.ts'
import { sql, type SQL } from 'drizzle-orm'

export interface StoredLine {
  id: string
  firmId: string
  lenderName: string
  companyName: string | null
  bound: Percent
  asks: Percent
  askedBy: { id: string; name: string } | null
  since: string | null
  tier: number | null
  pinned: Percent | null
  fixed: Percent | null
  reason: string | null
  share: Percent
  amount: Money
  added: Percent
  addedAmount: Money
  how: How
  state: OfferState | null
  openedAt: string | null
  answeredAt: string | null
  answeredBy: string | null
  answeredHow: string | null
  declineReason: string | null
}

export interface StoredAllocation {
  id: string
  loanId: string
  number: number | null
  state: AllocationState
  hold: Percent
  order: Order
  shareStep: Percent
  minShare: Percent | null
  maxShare: Percent | null
  loanAmount: Money
  interestRate: Percent
  noteRate: Rate | null
  term: number
  bookVersion: string
  holdShare: Percent
  holdAmount: Money
  note: string | null
  savedById: string | null
  savedBy: string | null
  savedAt: string
  approvedBy: string | null
  approvedAt: string | null
  publishedBy: string | null
  publishedAt: string | null
  respondBy: string | null
  endedBy: string | null
  endedAt: string | null
  /** In the order of the requests. */
  lines: StoredLine[]
}

const asker = sql`(select json_build_object('id', c.lender_id, 'name', ${personNameOf(sql`c.lender_id`)}) from commitments c
  where c.loan_id = a.loan_id and c.firm_id = l.firm_id and c.status = 'active' and c.is_soft_commit
  order by c.created_at desc, c.id limit 1)`

const opened = sql`(select max(visit.opened_at) from users member
  join loan_visits visit on visit.user_id = member.id and visit.loan_id = a.loan_id
  where member.firm_id = l.firm_id and visit.opened_at >= a.published_at)`

const line = sql`json_build_object('id', l.id, 'firmId', l.firm_id, 'lenderName', ${displayNameOf(sql`l.firm_id`)},
  'companyName', ${companyOf(sql`l.firm_id`)},
  'bound', l.bound::text, 'asks', l.asks::text, 'askedBy', ${asker}, 'since', ${utcText(sql`l.since`)}, 'tier', l.tier,
  'pinned', l.pinned::text, 'fixed', l.fixed::text, 'reason', l.reason, 'share', l.share::text,
  'amount', l.amount::text, 'added', l.added::text, 'addedAmount', l.added_amount::text, 'how', l.how,
  'state', l.state, 'openedAt', ${utcText(opened)}, 'answeredAt', ${utcText(sql`l.answered_at`)}, 'answeredBy', ${personNameOf(sql`l.answered_by`)},
  'answeredHow', l.answered_how, 'declineReason', l.decline_reason)`

/** The order with its parameter. */
export const orderOf = (alias: string) => {
  const column = (name: string) => sql.raw(`${alias}.${name}`)
  return sql`json_strip_nulls(json_build_object('kind', ${column('order_kind')},
    'upTo', ${column('order_up_to')}::text, 'before', ${momentText(column('order_before'))}))`
}

/** Newest rounds first, after the draft. */
export async function readAllocations(db: Queryable, condition: SQL): Promise<StoredAllocation[]> {
  const { rows } = await db.execute<{ [Name in keyof StoredAllocation]: StoredAllocation[Name] }>(
    sql`
    select a.id, a.loan_id as "loanId", a.number, a.state, a.hold, ${orderOf('a')} as "order",
      a.share_step as "shareStep", a.min_share as "minShare", a.max_share as "maxShare",
      a.loan_amount as "loanAmount", a.interest_rate as "interestRate", a.note_rate as "noteRate", a.term,
      a.book_version as "bookVersion", a.hold_share as "holdShare", a.hold_amount as "holdAmount", a.note,
      a.saved_by as "savedById", ${personNameOf(sql`a.saved_by`)} as "savedBy", ${utcText(sql`a.saved_at`)} as "savedAt",
      ${personNameOf(sql`a.approved_by`)} as "approvedBy", ${utcText(sql`a.approved_at`)} as "approvedAt",
      ${personNameOf(sql`a.published_by`)} as "publishedBy", ${utcText(sql`a.published_at`)} as "publishedAt",
      ${momentText(sql`a.respond_by`)} as "respondBy",
      ${personNameOf(sql`a.ended_by`)} as "endedBy", ${utcText(sql`a.ended_at`)} as "endedAt",
      coalesce((select json_agg(${line} order by l.place) from allocation_lines l
        where l.allocation_id = a.id), '[]'::json) as lines
    from allocations a where ${condition}
    order by a.number desc nulls first, a.id`,
  )
  return rows
}

/** @throws {ApiError} 404 if the allocation doesn't exist. */
export async function findAllocation(db: Queryable, id: string): Promise<StoredAllocation> {
  const [found] = await readAllocations(db, sql`a.id = ${id}::uuid`)
  if (!found) throw replaced()
  return found
}

/** Published allocations stay, so a missing one was a draft. */
const replaced = () =>
  new ApiError(404, 'not_found', 'This draft was saved again or deleted. Look again')

/** The loan of an allocation never changes, so it is looked up before the lock is taken. */
export async function loanOfAllocation(db: Queryable, id: string): Promise<string> {
  const { rows } = await db.execute<{ loanId: string }>(
    sql`select loan_id as "loanId" from allocations where id = ${id}::uuid`,
  )
  const [row] = rows
  if (!row) throw replaced()
  return row.loanId
}

export async function readShareStep(db: Queryable, loanId: string): Promise<Percent> {
  const { rows } = await db.execute<{ shareStep: Percent }>(
    sql`select share_step as "shareStep" from loans where id = ${loanId}::uuid`,
  )
  const [row] = rows
  if (!row) throw notFound('The loan')
  return row.shareStep
}
