/** The offers of a firm, as its people read them. The other lines of a round only serve to explain an own one. */
import type { Offer, ownOfferPage } from '#contract/deal/offers.ts'
import { toFlag } from '#contract/wire.ts'
import { mayCall, type Role } from '#domain/access.ts'
import { isOnTerms } from '#domain/book/deal/offers.ts'
import type { How } from '#domain/deal/allocation.ts'
import { explainAllocation } from '#domain/deal/explanation.ts'
import type { Order } from '#domain/deal/orders.ts'
import { isRoundOver, type OfferState } from '#domain/deal/rounds/rounds.ts'
import { subtractPercent, type Money, type Percent, type Rate } from '#domain/money.ts'
import { loans } from '#server/database/schema/loans.ts'
import type { Queryable } from '#server/database/client.ts'
import { personNameOf } from '#server/database/schema/accounts.ts'
import { splitLead } from '#server/database/sql/cursor.ts'
import { momentText, utcText } from '#server/database/sql/time-texts.ts'
import { notFound } from '#server/errors.ts'
import { cutPage } from '#server/http/paging.ts'
import type { Context } from '#server/http/mount.ts'
import { isFullySeen, loansSeenBy } from '#server/loans/loans-seen.ts'
import {
  fromLoans,
  shownColumns,
  withFlags,
  withPermissions,
  type LoanRow,
} from '#server/loans/read-loans.ts'
import { companyOf, displayNameOf, hasOthers } from '#server/sign-in/people-of-firms.ts'
import { actingRole, firmOf, type Principal } from '#server/sign-in/principal.ts'
import { sql, type SQL } from 'drizzle-orm'
import type * as z from 'zod/mini'
import { orderOf } from './stored.ts'

type Reader = Pick<Context<'signedIn'>, 'db' | 'config' | 'principal'>

export interface OwnOffer {
  id: string
  loanId: string
  firmId: string
  round: number
  bound: Percent
  asks: Percent
  share: Percent
  amount: Money
  added: Percent
  addedAmount: Money
  how: How
  pinned: Percent | null
  reason: string | null
  note: string | null
  state: OfferState
  publishedAt: string
  respondBy: string
  answeredAt: string | null
  answeredBy: string | null
  answeredHow: string | null
  receiptId: string | null
  hold: Percent
  order: Order
  shareStep: Percent
  minShare: Percent | null
  maxShare: Percent | null
  /** The loan's terms when the round was published, and the lender's names. */
  loanAmount: Money
  interestRate: Percent
  noteRate: Rate | null
  term: number
  lenderName: string
  companyName: string | null
  /** All lines of the round, for the totals of the explanation. */
  lenders: { bound: Percent; asks: Percent; how: How }[]
}

/** The lines of published rounds. */
async function selectOffers(db: Queryable, condition: SQL, limit: number): Promise<OwnOffer[]> {
  const { rows } = await db.execute<{ [Name in keyof OwnOffer]: OwnOffer[Name] }>(sql`
    select l.id, a.loan_id as "loanId", l.firm_id as "firmId", a.number as round, l.bound, l.asks, l.share,
      l.amount, l.added, l.added_amount as "addedAmount", l.how, l.pinned, l.reason, a.note, l.state,
      ${utcText(sql`a.published_at`)} as "publishedAt", ${momentText(sql`a.respond_by`)} as "respondBy",
      ${utcText(sql`l.answered_at`)} as "answeredAt", ${personNameOf(sql`l.answered_by`)} as "answeredBy",
      l.answered_how as "answeredHow", l.receipt_id as "receiptId", a.hold, ${orderOf('a')} as "order",
      a.share_step as "shareStep", a.min_share as "minShare", a.max_share as "maxShare",
      a.loan_amount as "loanAmount", a.interest_rate as "interestRate", a.note_rate as "noteRate", a.term,
      ${displayNameOf(sql`l.firm_id`)} as "lenderName", ${companyOf(sql`l.firm_id`)} as "companyName",
      (select json_agg(json_build_object('bound', o.bound::text, 'asks', o.asks::text, 'how', o.how))
        from allocation_lines o where o.allocation_id = a.id) as lenders
    from allocation_lines l join allocations a on a.id = l.allocation_id join ${loans} on ${loans.id} = a.loan_id
    where l.state is not null and ${condition}
    order by (l.state = 'offered') desc, a.published_at desc, l.id desc limit ${limit}`)
  return rows
}

/** An account that awaits approval may be anyone's, so it reads no offers to a firm with other people. */
function isOfReader({ account, role }: Principal): SQL {
  const isOfFirm = sql`l.firm_id = ${account.firmId}::uuid`
  return role === 'pending'
    ? sql`(${isOfFirm} and not ${hasOthers(sql`l.firm_id`, sql`${account.id}::uuid`)})`
    : isOfFirm
}

/** A lender that only holds what it was bound to before isn't notified of a round. */
const isNotified = sql`l.how <> 'bound'`

export async function listOwnOffers(
  reader: Reader & Pick<Context<'signedIn'>, 'reply'>,
  filters: z.output<typeof ownOfferPage>,
): Promise<Offer[]> {
  const { db, principal, reply } = reader
  const { loanId, cursor } = filters
  const limit = Number(filters.limit ?? 200)
  const after = cursor ? splitLead(cursor, /^(true|false)$/) : null
  const found = await selectOffers(
    db,
    sql`${isOfReader(principal)} and ${isNotified} and ${isFullySeen(loansSeenBy(reader))}
      ${loanId ? sql`and a.loan_id = ${loanId}::uuid` : sql``}
      ${after ? sql`and (l.state = 'offered', a.published_at, l.id) < (${after.lead[0]}::boolean, ${after.place})` : sql``}`,
    limit + 1,
  )
  const page = cutPage(
    reply,
    found.map((offer) => ({
      ...offer,
      lead: String(offer.state === 'offered'),
      createdAt: offer.publishedAt,
    })),
    { call: 'listOwnOffers', filters, limit },
  )
  const loansById = await readLoans(
    db,
    page.map((offer) => offer.loanId),
  )
  return page.flatMap((offer) => {
    const loan = loansById.get(offer.loanId)
    return loan ? toOffer(reader, offer, loan) : []
  })
}

/** The offer that the caller has just answered. */
export async function readAnswered(reader: Reader, id: string): Promise<Offer> {
  const offer = await findOffer(reader, id)
  const loan = (await readLoans(reader.db, [offer.loanId])).get(offer.loanId)
  if (!loan) throw notFound('The offer')
  return toOffer(reader, offer, loan)
}

/** @throws {ApiError} 404 unless the offer is that of the caller's firm, or the caller is an administrator. */
export async function findOffer(reader: Reader, id: string): Promise<OwnOffer> {
  const isReadable =
    actingRole(reader) === 'admin'
      ? sql`true`
      : sql`${isOfReader(reader.principal)} and ${isNotified}`
  const [found] = await selectOffers(reader.db, sql`l.id = ${id}::uuid and ${isReadable}`, 1)
  if (!found) throw notFound('The offer')
  return found
}

async function readLoans(db: Queryable, ids: readonly string[]): Promise<Map<string, LoanRow>> {
  if (ids.length === 0) return new Map()
  const { rows } = await db.execute<{ [Name in keyof LoanRow]: LoanRow[Name] }>(sql`
    select ${shownColumns('all')} ${fromLoans('all')}
    where ${loans.id} = any(${sql.param([...new Set(ids)])}::uuid[])`)
  return new Map(
    rows.map((row) => {
      // Only administrators see a loan's audience.
      const { audience: _, ...loan } = withFlags(row)
      return [row.id, loan]
    }),
  )
}

export const explanationOf = (offer: OwnOffer, role?: Role): string[] =>
  explainAllocation(offer, offer, role === 'viewer' ? 'viewer' : 'lender')

function toOffer(reader: Reader, offer: OwnOffer, loan: LoanRow): Offer {
  const { id, loanId, firmId, round, bound, asks, share, amount, added, addedAmount } = offer
  const { note, state, publishedAt, respondBy, answeredAt, answeredBy, answeredHow } = offer
  const isOpen = state === 'offered' && !isRoundOver(respondBy, new Date())
  return {
    ...{ id, loanId, firmId, round, bound, asked: asks, share, amount, added, addedAmount },
    staysSoft: subtractPercent(asks, share),
    explanation: explanationOf(offer, reader.principal.role),
    ...{ note, state, publishedAt, respondBy, answeredAt, answeredBy, answeredHow },
    canAnswer: toFlag(isOpen && firmOf(reader.principal) === firmId && mayAnswer(reader)),
    isOnTerms: toFlag(isOnTerms(loan, { ...offer, amount: offer.loanAmount })),
    receiptId: offer.receiptId,
    loan: withPermissions(reader, loan),
  }
}

const mayAnswer = (reader: Reader) =>
  mayCall(actingRole(reader), 'lender', { publicLoans: true, mustSetUpTwoFactor: false }) ===
  'allowed'
