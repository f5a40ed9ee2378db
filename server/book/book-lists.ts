/** Parts of a loan's book: totals, pages of entries and lenders, and the committed share by day. */
import type {
  BookEntry,
  BookHolder,
  bookEntryPage,
  bookHolderPage,
  BookTotals,
  FundingDay,
} from '#contract/book/shapes.ts'
import { totalsOf } from '#domain/book/sums.ts'
import { toFlag } from '#contract/wire.ts'
import type { Money, Percent } from '#domain/money.ts'
import type { Database, Queryable } from '#server/database/client.ts'
import { readSnapshot } from '#server/database/transactions.ts'
import { commitments } from '#server/database/schema/book.ts'
import { firmOfPerson } from '#server/database/schema/firms.ts'
import { splitLead } from '#server/database/sql/cursor.ts'
import { cutPage } from '#server/http/paging.ts'
import type { Context } from '#server/http/mount.ts'
import { withPermissions, findAnyLoan } from '#server/loans/read-loans.ts'
import { displayNameOf } from '#server/sign-in/people-of-firms.ts'
import type { Caller } from '#server/sign-in/principal.ts'
import { and, eq, sql } from 'drizzle-orm'
import type * as z from 'zod/mini'
import { holderOf, listEntries, toBookEntry, type BookReader } from './entries.ts'

type Sums = {
  bindingPercentage: Percent
  bindingAmount: Money
  softPercentage: Percent
  softAmount: Money
}

const sums = sql`
  coalesce(sum(percentage) filter (where not is_soft_commit), 0)::numeric(15, 2) as "bindingPercentage",
  coalesce(sum(amount) filter (where not is_soft_commit), 0)::numeric(30, 2) as "bindingAmount",
  coalesce(sum(percentage) filter (where is_soft_commit), 0)::numeric(15, 2) as "softPercentage",
  coalesce(sum(amount) filter (where is_soft_commit), 0)::numeric(30, 2) as "softAmount"`

/** Reads the loan and its totals in one snapshot so that they agree. */
export const readTotals = (
  caller: Caller & { db: Database },
  loanId: string,
): Promise<BookTotals> => readSnapshot(caller.db, (tx) => readLoanWithTotals(caller, tx, loanId))

export async function readLoanWithTotals(
  caller: Caller,
  tx: Queryable,
  loanId: string,
): Promise<BookTotals> {
  const loan = await findAnyLoan(tx, loanId)
  const { rows } = await tx.execute<Sums>(sql`
    select ${sums} from commitments where loan_id = ${loanId}::uuid and status = 'active'`)
  const [own] = rows
  if (!own) throw new Error('An aggregate gave no row')
  return { loan: withPermissions(caller, loan), totals: totalsOf(loan.amount, own) }
}

export async function pageOfEntries(
  context: Pick<Context<'admin'>, 'db' | 'config' | 'principal' | 'reply'>,
  loanId: string,
  { isBinding, lenderId, cursor, limit: asked }: z.output<typeof bookEntryPage>,
): Promise<BookEntry[]> {
  const { db, reply } = context
  const limit = Number(asked ?? 200)
  const after = cursor ? splitLead(cursor, /^(true|false)$/) : null
  const isActive = eq(commitments.status, 'active')
  const entries = await listEntries(
    db,
    and(
      eq(commitments.loanId, loanId),
      isBinding ? and(isActive, eq(commitments.isSoftCommit, false)) : undefined,
      lenderId ? sql`${commitments.firmId} = ${firmOfPerson(lenderId)}` : undefined,
      after
        ? sql`(${isActive}, ${commitments.createdAt}, ${commitments.id})
            < (${after.lead[0]}::boolean, ${after.place})`
        : undefined,
    ),
    limit + 1,
  )
  const page = cutPage(
    reply,
    entries.map((entry) => ({ ...entry, lead: String(entry.status === 'active') })),
    {
      call: 'listBookEntries',
      params: { id: loanId },
      filters: { isBinding, lenderId, limit: asked },
      limit,
    },
  )
  return page.map(({ lead: _lead, ...entry }) => toBookEntry(context, entry))
}

interface HolderRow extends Sums {
  id: string
  lenderId: string
  lenderName: string
  email: string
  companyName: string | null
  isHold: boolean
  createdAt: string
}

/**
 * The totals of each firm's active entries, largest first. Firms with equal totals are ordered by their newest entry,
 * newest first.
 */
export async function pageOfHolders(
  reader: BookReader & Pick<Context<'admin'>, 'db' | 'reply'>,
  loanId: string,
  { lenderId, cursor, limit: asked }: z.output<typeof bookHolderPage>,
): Promise<BookHolder[]> {
  const { db, reply } = reader
  const limit = Number(asked ?? 200)
  const after = cursor ? splitLead(cursor, /^\d{1,13}\.\d\d\|\d{1,13}\.\d\d$/) : null
  const isOwn = lenderId ? sql`and firm_id = ${firmOfPerson(lenderId)}` : sql``
  const order = sql`"bindingPercentage", "softPercentage", held.newest, held.id`
  const descending = sql`"bindingPercentage" desc, "softPercentage" desc, held.newest desc, held.id desc`
  const { rows } = await db.execute<{ [Name in keyof HolderRow]: HolderRow[Name] }>(sql`
    with of_loan as (
      select firm_id as id, max(created_at) as newest, bool_or(is_hold) as "isHold", ${sums},
        (array_agg(lender_id order by created_at desc, id desc))[1] as "lenderId"
      from commitments
      where loan_id = ${loanId}::uuid and status = 'active' ${isOwn}
      group by firm_id
    ), held as (
      select * from of_loan held
      ${after ? sql`where (${order}) < (${after.lead[0]}::numeric, ${after.lead[1]}::numeric, ${after.place})` : sql``}
      order by ${descending} limit ${limit + 1}
    )
    select held.*, ${displayNameOf(sql`held.id`)} as "lenderName", u.email,
      u.company_name as "companyName",
      to_char(held.newest at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as "createdAt"
    from held join users u on u.id = held."lenderId" order by ${descending}`)
  const page = cutPage(
    reply,
    rows.map((row) => ({ ...row, lead: `${row.bindingPercentage}|${row.softPercentage}` })),
    {
      call: 'listBookHolders',
      params: { id: loanId },
      filters: { lenderId, limit: asked },
      limit,
    },
  )
  return page.map((row) => ({
    lenderId: row.lenderId,
    firmId: row.id,
    ...holderOf(reader, {
      isHold: row.isHold,
      lenderName: row.lenderName,
      lenderEmail: row.email,
      lenderCompanyName: row.companyName,
    }),
    isHold: toFlag(row.isHold),
    bindingPercentage: row.bindingPercentage,
    bindingAmount: row.bindingAmount,
    softPercentage: row.softPercentage,
    softAmount: row.softAmount,
  }))
}

/** Entries with the figures before and after. The hold's first entry has none before, and its last one none after. */
export const changesShare = sql`(a.kind in ('commitmentChanged', 'commitmentMadeBinding')
  or a.kind = 'holdSet' and a.before is not null and a.after ->> 'amount' is not null)`

/**
 * A commitment's row contains only the current share. Earlier shares are in the audit trail. Each change subtracts the
 * old share and adds the new one, so the totals for the last day match the rows.
 */
export async function readFundingStory(db: Database, loanId: string): Promise<FundingDay[]> {
  const { rows } = await db.execute<FundingDay & Record<string, unknown>>(sql`
    with taken_over as (
      -- The hold of a take-over has the time of the commitment that it replaces.
      select line::uuid as id, a.at from audit a,
        lateral json_array_elements_text(a.after -> 'holdLines') line
      where a.loan_id = ${loanId}::uuid and a.kind = 'shareTakenOver'
    ), held as (
      select c.id, percentage, is_soft_commit as soft, coalesce(t.at, created_at) as created_at, ended_at
      from commitments c left join taken_over t on t.id = c.id where loan_id = ${loanId}::uuid
    ), change as (
      select a.id, a.object_id, a.at, share.was, share.now, share.was_soft, share.now_soft
      from audit a, lateral (select
        (a.before ->> 'percentage')::numeric as was, a.before ->> 'kind' = 'soft' as was_soft,
        (a.after ->> 'percentage')::numeric as now, a.after ->> 'kind' = 'soft' as now_soft) share
      where a.loan_id = ${loanId}::uuid and ${changesShare}
        and a.object_id in (select id from held)
    ), first_change as (
      select distinct on (object_id) object_id, was, was_soft from change order by object_id, at, id
    ), step (at, share, soft) as (
      select h.created_at, coalesce(f.was, h.percentage), coalesce(f.was_soft, h.soft)
      from held h left join first_change f on f.object_id = h.id
      union all select at, -was, was_soft from change
      union all select at, now, now_soft from change
      union all select ended_at, -percentage, soft from held where ended_at is not null
    ), day as (
      select (at at time zone 'UTC')::date as day,
        coalesce(sum(share) filter (where not soft), 0) as binding,
        coalesce(sum(share) filter (where soft), 0) as soft
      from step group by 1
    )
    select to_char(day.day, 'YYYY-MM-DD') as day,
      (sum(binding) over upto)::numeric(9, 2)::text as "committedPercentage",
      (sum(soft) over upto)::numeric(9, 2)::text as "softPercentage"
    from day window upto as (order by day.day) order by day.day`)
  return rows
}
