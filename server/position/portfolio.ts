import type {
  Commitment,
  ownCommitmentPage,
  OwnHolding,
  ownHoldingPage,
  Portfolio,
} from '#contract/book/commitments.ts'
import { dayAt } from '#domain/time-zone.ts'
import { concentrationOf, type HeldLoan } from '#domain/position/concentration.ts'
import { sumLines } from '#domain/book/sums.ts'
import { groupBy } from '#domain/groups.ts'
import { expectedMaturity, maturityOf } from '#domain/loans/maturity.ts'
import { sumPercent, weightedPercent, yearlyInterest, type LentAmount } from '#domain/money.ts'
import { commitments } from '#server/database/schema/book.ts'
import { afterCursor } from '#server/database/sql/cursor.ts'
import { dayText, momentText } from '#server/database/sql/time-texts.ts'
import { cutPage } from '#server/http/paging.ts'
import type { Context } from '#server/http/mount.ts'
import { withPermissions, type LoanRow } from '#server/loans/read-loans.ts'
import { answersOwedBy, isHeldFor } from '#server/book/shares.ts'
import { firmOf } from '#server/sign-in/principal.ts'
import { and, eq, sql } from 'drizzle-orm'
import type * as z from 'zod/mini'
import {
  activeOf,
  isToBeDecided,
  listByLoan,
  listCommitments,
  placeOfLoan,
  toCommitment,
  type OwnCommitment,
} from './lines.ts'

type Reader = Pick<Context<'signedIn'>, 'db' | 'config' | 'principal' | 'reply'>

export async function listOwnCommitments(
  reader: Reader,
  filters: z.output<typeof ownCommitmentPage>,
): Promise<Commitment[]> {
  const { db, principal, reply } = reader
  const { loanId, cursor } = filters
  const active = activeOf(principal)
  const own = loanId ? sql`${active} and ${eq(commitments.loanId, loanId)}` : active
  const limit = filters.limit === undefined ? undefined : Number(filters.limit)
  const asked = limit === undefined ? undefined : limit + 1
  const found: (Commitment & { lead?: string })[] =
    filters.order === 'loan'
      ? (await listByLoan(reader, own, { cursor, limit: asked })).map(({ own: line, place }) => ({
          ...toCommitment(reader, line),
          lead: `${place}|${line.loanId}`,
        }))
      : (await listCommitments(db, and(own, newestAfter(cursor)), asked)).map((line) =>
          toCommitment(reader, line),
        )
  const page =
    limit === undefined
      ? found
      : cutPage(reply, found, { call: 'listOwnCommitments', filters, limit })
  return page.map(({ lead: _lead, ...line }) => line)
}

export async function readPortfolio({ db, config, principal }: Reader): Promise<Portfolio> {
  const today = dayAt(new Date(), config.timeZone)
  // A single statement ensures that all figures come from the same snapshot.
  const { rows } = await db.execute<Sums>(sql`
    with own as (
      select loan_id, amount, is_soft_commit from commitments
      where ${isHeldFor(principal)} and status = 'active'
    ), held as (
      select *, ${isToBeDecided} as "isToBeDecided" from loans where id in (select loan_id from own)
    ), ahead as (
      select id, about, respond_by as at
      from held join ${answersOwedBy(sql`${firmOf(principal)}`)} owed on owed.loan_id = id and respond_by > now()
      union all
      select id, 'deadline', commitment_deadline
      from held where "isToBeDecided" and id in (select loan_id from own where is_soft_commit)
      union all
      -- The end of the day, so that a deadline on the same day comes first.
      select id, 'closing', closing_date::timestamp at time zone 'UTC' + interval '1 day'
      from held where status <> 'funded' and closing_date >= ${today}::date
    ), bound as (
      select coalesce(note_rate, interest_rate) as rate, sum(own.amount)::numeric(30, 2) as amount
      from own join held on held.id = own.loan_id where not is_soft_commit
      group by coalesce(note_rate, interest_rate)
    )
    select
      (select coalesce(sum(amount) filter (where not is_soft_commit), 0)::numeric(30, 2)
        from own) as "bindingAmount",
      (select coalesce(sum(amount) filter (where is_soft_commit), 0)::numeric(30, 2)
        from own) as "softAmount",
      (select count(*)::int from held) as "activeLoans",
      (select round(avg(interest_rate), 2) from held) as "averageRate",
      -- As texts: numbers in JSON would be read as floats.
      (select coalesce(json_agg(json_build_object(
        'rate', rate::text, 'amount', amount::text)), '[]') from bound) as "byRate",
      (select json_build_object('loanId', id, 'loanTitle', title, 'status', status,
          'commitmentDeadline', case when about = 'deadline' then ${momentText(sql`at`)} end,
          'closingDate', case when about = 'closing' then ${dayText(sql`closing_date`)} end,
          'answerOwed', case when about in ('offer', 'terms') then
            json_build_object('about', about, 'respondBy', ${momentText(sql`at`)}) end)
        from ahead join held using (id) order by at, id limit 1) as "nextDue"`)
  const [sums] = rows
  if (!sums) throw new Error('A select without a table gave no row')
  const { byRate, ...figures } = sums
  return {
    ...figures,
    weightedRate: weightedPercent(byRate),
    annualInterest: yearlyInterest(byRate),
  }
}

export async function listHoldings(
  reader: Reader,
  filters: z.output<typeof ownHoldingPage>,
): Promise<OwnHolding[]> {
  const { principal, reply } = reader
  const limit = Number(filters.limit ?? 200)
  const after = filters.cursor
    ? afterCursor(placeOfLoan(principal), commitments.loanId, filters.cursor)
    : undefined
  const lines = await listByLoan(reader, activeOf(principal), {
    loans: { after, limit: limit + 1 },
  })
  const byLoan = [...groupBy(lines, ({ own }) => own.loanId)].map(([id, held]) => ({
    id,
    createdAt: held[0].place,
    held,
  }))
  const page = cutPage(reply, byLoan, { call: 'listOwnHoldings', filters, limit })
  return page.map(({ held }) =>
    toHolding(
      reader,
      held.map(({ own }) => own),
      held[0].own.loan,
    ),
  )
}

export async function readConcentration({ db, principal }: Reader) {
  const { rows } = await db.execute<HeldRow>(sql`
    select property_type as "propertyType", property_address as "propertyAddress",
      loans.interest_rate as "interestRate", loans.status, loans.term,
      ${dayText(sql`loans.funded_on`)} as "fundedOn",
      ${dayText(sql`loans.closing_date`)} as "closingDate", bound.amount
    from (
      select loan_id, sum(amount)::numeric(30, 2) as amount from commitments
      where ${isHeldFor(principal)} and status = 'active' and not is_soft_commit
      group by loan_id
    ) bound join loans on loans.id = bound.loan_id`)
  const today = dayAt(new Date())
  return concentrationOf(rows.map((loan) => ({ ...loan, maturity: expectedMaturity(loan, today) })))
}

type Sums = Omit<Portfolio, 'weightedRate' | 'annualInterest'> & {
  byRate: LentAmount[]
}

type HeldRow = Omit<HeldLoan, 'maturity'> &
  Pick<LoanRow, 'status' | 'term' | 'fundedOn' | 'closingDate'>

const newestAfter = (cursor: string | undefined) =>
  cursor ? afterCursor(commitments.createdAt, commitments.id, cursor) : undefined

function toHolding(reader: Reader, held: readonly OwnCommitment[], loan: LoanRow): OwnHolding {
  const sums = sumLines(held.map((line) => ({ ...line, isSoft: line.isSoftCommit })))
  return {
    loan: withPermissions(reader, loan),
    ...sums,
    totalPercentage: sumPercent([sums.bindingPercentage, sums.softPercentage]),
    maturity: maturityOf(loan),
    lines: held.map((own) => toCommitment(reader, own)).map(({ loan: _loan, ...line }) => line),
  }
}
