/** A lender's open items. They relate only to the lender's own commitments, favorites, and notifications. */
import type { Today, todayLists } from '#contract/desk/today.ts'
import { maxCounted, maxListed } from '#domain/limits.ts'
import { toFlag } from '#contract/wire.ts'
import {
  activeOf,
  listCommitments,
  toCommitment,
  type OwnCommitment,
} from '#server/position/lines.ts'
import type { Queryable } from '#server/database/client.ts'
import { followedLoans } from '#server/loans/followed-loans.ts'
import { hasStatus, isBookOpen } from '#server/loans/list/conditions.ts'
import { isFullySeen, publishedLoansSeenBy } from '#server/loans/loans-seen.ts'
import { commitments } from '#server/database/schema/book.ts'
import { loans } from '#server/database/schema/loans.ts'
import { proposalTerms } from '#server/database/sql/proposal-terms.ts'
import { momentText, utcText } from '#server/database/sql/time-texts.ts'
import type { Context } from '#server/http/mount.ts'
import { firmOf, type Principal } from '#server/sign-in/principal.ts'
import { duesOf } from '#server/book/missing-money.ts'
import { and, eq, sql, type SQL } from 'drizzle-orm'
import type * as z from 'zod/mini'

export async function readToday(
  context: Context<'viewer'>,
  { query }: { query: z.output<typeof todayLists> },
): Promise<Today> {
  const { principal } = context
  const lists = listsOf(context.db, query)
  const seen = isFullySeen(publishedLoansSeenBy(context))
  const [openOffers, openTerms, dueMoney, firmable, answers, changedTerms, newDocuments] =
    await Promise.all([
      findOpenOffers(lists, principal, seen),
      findOpenTerms(lists, principal, seen),
      findDueMoney(lists, principal, seen),
      findFirmable(context, lists),
      findAnswers(lists, principal, seen),
      findChangedTerms(lists, principal, seen),
      findNewDocuments(lists, principal, seen),
    ])
  return { openOffers, openTerms, dueMoney, firmable, answers, changedTerms, newDocuments }
}

type Item<Kind extends keyof Today> = Today[Kind]['items'][number]

const findOpenOffers = (lists: Lists, principal: Principal, seen: SQL) =>
  findTopItems<Item<'openOffers'>>(lists, {
    columns: sql`line.id, ${loans.id} as "loanId", ${loans.title} as "loanTitle",
      line.added as "percentage", line.added_amount as "amount",
      ${momentText(sql`round.respond_by`)} as "respondBy"`,
    from: sql`allocation_lines line
      join allocations round on round.id = line.allocation_id and round.state = 'published'
      join ${loans} on ${loans.id} = round.loan_id and ${seen}
      where line.firm_id = ${firmOf(principal)}::uuid and line.state = 'offered'`,
    order: sql`round.respond_by, line.id`,
  })

const findOpenTerms = (lists: Lists, principal: Principal, seen: SQL) =>
  findTopItems<Item<'openTerms'>>(lists, {
    columns: sql`p.id, ${loans.id} as "loanId", ${loans.title} as "loanTitle",
      ${proposalTerms('old')} as previous, ${proposalTerms('new')} as proposed,
      ${momentText(sql`p.respond_by`)} as "respondBy", own.percentage, own.amount`,
    from: sql`terms_answers a
      join terms_proposals p on p.id = a.proposal_id and p.state = 'open'
      join ${loans} on ${loans.id} = p.loan_id and ${seen}
      join lateral (select sum(c.percentage) as percentage, sum(c.amount) as amount
        from commitments c where c.loan_id = p.loan_id and c.firm_id = a.firm_id
          and c.status = 'active' and not c.is_soft_commit having count(*) > 0) own on true
      where a.firm_id = ${firmOf(principal)}::uuid and a.state = 'asked'`,
    order: sql`p.respond_by, p.id`,
  })

const findDueMoney = (lists: Lists, principal: Principal, seen: SQL) =>
  findTopItems<Item<'dueMoney'>>(lists, {
    columns: sql`${loans.id} as "loanId", ${loans.title} as "loanTitle", ${momentText(sql`dues.due_at`)} as "dueAt",
      dues.outstanding::numeric(30, 2) as outstanding`,
    from: sql`${duesOf(sql`e.firm_id = ${firmOf(principal)}::uuid`)}
      join ${loans} on ${loans.id} = dues.loan_id and ${seen}
      where dues.outstanding > 0 and ${hasStatus('open')}`,
    order: sql`dues.due_at, dues.loan_id`,
  })

async function findFirmable(
  reader: Context<'viewer'>,
  { db, limit }: Lists,
): Promise<Today['firmable']> {
  const { principal } = reader
  const found = await listCommitments(
    db,
    and(
      activeOf(principal),
      eq(commitments.isSoftCommit, true),
      // While an offer is out, soft commitments can only be withdrawn. After the deadline, only lowered or withdrawn.
      isBookOpen,
    ),
    maxCounted,
  )
  const items = found
    .toSorted(byDeadline)
    .slice(0, limit)
    .map((own) => toCommitment(reader, own))
  return { items, count: found.length }
}

const byDeadline = (one: OwnCommitment, other: OwnCommitment) => deadlineOf(one) - deadlineOf(other)

/** The deadline in milliseconds, or a fixed maximum if there is none. */
const deadlineOf = ({ loan }: OwnCommitment): number =>
  loan.commitmentDeadline === null ? Number.MAX_SAFE_INTEGER : Date.parse(loan.commitmentDeadline)

const findAnswers = (lists: Lists, { account }: Principal, seen: SQL) =>
  findTopItems<Item<'answers'>>(lists, {
    columns: sql`n.id, ${loans.id} as "loanId", ${loans.title} as "loanTitle", n.message,
      ${utcText(sql`n.created_at`)} as "createdAt"`,
    from: sql`notifications n join ${loans} on ${loans.id} = n.related_loan_id and ${seen}
      where n.user_id = ${account.id}::uuid and not n.is_read and n.type = 'reply'`,
    order: sql`n.created_at desc, n.id desc`,
  })

/**
 * A user's own and favorite loans. `since` is the last visit or, before the first visit, when the user began to follow
 * the loan. `terms_since` also takes into account the user's own last action on the loan.
 */
const followed = (principal: Principal): SQL => sql`(
  select own.loan_id, bool_or(own.is_held) as is_held,
    coalesce(max(v.opened_at), min(own.since)) as since,
    coalesce(greatest(max(v.opened_at), max(own.since) filter (where own.own_act)), min(own.since))
      as terms_since
  from ${followedLoans({ userId: principal.account.id, firmId: firmOf(principal) })} own
    left join loan_visits v on v.loan_id = own.loan_id and v.user_id = ${principal.account.id}::uuid
  group by own.loan_id
) followed`

async function findNewDocuments(
  lists: Lists,
  principal: Principal,
  seen: SQL,
): Promise<Today['newDocuments']> {
  type Row = Omit<Item<'newDocuments'>, 'isHeld'> & { isHeld: boolean }
  const { items, count } = await findTopItems<Row>(lists, {
    columns: sql`${loans.id} as "loanId", ${loans.title} as "loanTitle", added.documents,
      ${utcText(sql`added.at`)} as "createdAt", followed.is_held as "isHeld"`,
    from: sql`${followed(principal)}
      cross join lateral (
        select count(*)::int as documents, max(uploaded_at) as at from documents
        where loan_id = followed.loan_id and uploaded_at > followed.since
      ) added
      join ${loans} on ${loans.id} = followed.loan_id and ${seen}
      where added.documents > 0`,
    order: sql`added.at desc, followed.loan_id`,
  })
  return { items: items.map((row) => ({ ...row, isHeld: toFlag(row.isHeld) })), count }
}

const findChangedTerms = (lists: Lists, principal: Principal, seen: SQL) =>
  findTopItems<Item<'changedTerms'>>(lists, {
    columns: sql`${loans.id} as "loanId", ${loans.title} as "loanTitle",
      ${termsIn(sql`changed.before`)} as "before", ${termsIn(sql`changed.after`)} as "after",
      ${utcText(sql`changed.at`)} as "createdAt"`,
    from: sql`${followed(principal)}
      cross join lateral (
        -- Of a field that is there more than once, the last value counts.
        select max(audit.at) as at,
          jsonb_object_agg(field.name, field.value order by audit.at desc) as before,
          jsonb_object_agg(field.name, audit.after::jsonb -> field.name order by audit.at) as after
        from audit cross join lateral jsonb_each(audit.before::jsonb) as field (name, value)
        where audit.loan_id = followed.loan_id and audit.at > followed.terms_since
          and audit.kind = 'termsChanged'
      ) changed
      join ${loans} on ${loans.id} = followed.loan_id and ${seen}
      where changed.at is not null and ${termsIn(sql`changed.before`)} <> ${termsIn(sql`changed.after`)}`,
    order: sql`changed.at desc, followed.loan_id`,
  })

const termsIn = (fields: SQL) => sql`jsonb_strip_nulls(jsonb_build_object(
  'amount', ${fields} -> 'amount', 'interestRate', ${fields} -> 'interestRate', 'term', ${fields} -> 'term'))`

export interface Lists {
  db: Queryable
  /** The maximum number of items in each list. */
  limit: number
}

export const listsOf = (
  db: Queryable,
  { limit = String(maxListed) }: z.output<typeof todayLists>,
) => ({
  db,
  limit: Number(limit),
})

interface TopItems<Row> {
  items: Row[]
  count: number
}

/** `columns` are the column names, and `from` is the SQL after "from". */
export async function findTopItems<Row extends Record<string, unknown>>(
  { db, limit }: Lists,
  { columns, from, order }: { columns: SQL; from: SQL; order: SQL },
): Promise<TopItems<Row>> {
  const { rows } = await db.execute<Row & { place: string; count: number }>(sql`
    with found as materialized (
      select ${columns}, row_number() over (order by ${order}) as place
      from ${from} order by ${order} limit ${sql.raw(String(maxCounted))}
    )
    select *, (select count(*)::int from found) as count from found
    where place <= ${limit} order by place`)
  return {
    items: rows.map(({ place: _place, count: _count, ...row }) => row as unknown as Row),
    count: rows[0]?.count ?? 0,
  }
}
