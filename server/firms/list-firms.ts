/** The administrators' list of firms, and the firms that might be one. */
import type { Query } from '#contract/endpoint.ts'
import type { Endpoints } from '#contract/endpoints.ts'
import type { FirmProposal, FirmSummary } from '#contract/firms/shapes.ts'
import { toFlag } from '#contract/wire.ts'
import type { Money } from '#domain/money.ts'
import type { Queryable } from '#server/database/client.ts'
import { companyOf } from '#server/database/schema/accounts.ts'
import { contains } from '#server/database/sql/contains.ts'
import { afterCursor } from '#server/database/sql/cursor.ts'
import { utcText } from '#server/database/sql/time-texts.ts'
import { cutPage } from '#server/http/paging.ts'
import type { Context } from '#server/http/mount.ts'
import { displayNameOf } from '#server/sign-in/people-of-firms.ts'
import { sql, type SQL } from 'drizzle-orm'
import { readPeople } from './read-people.ts'

interface SummaryRow extends Record<string, unknown> {
  id: string
  name: string | null
  displayName: string
  companyName: string | null
  isOriginator: boolean
  people: number
  pending: number
  activeLoans: number
  bindingAmount: Money
  softAmount: Money
  createdAt: string
  deactivatedAt: string | null
  lastSignInAt: string | null
}

/** The firms of the query `which`, which selects their ids and may have its own order and limit. */
const selectSummaries = (which: SQL) => sql`
  select firms.id, firms.name, ${displayNameOf(sql`firms.id`)} as "displayName",
    ${companyOf('firms')} as "companyName",
    firms.is_originator as "isOriginator", ${utcText(sql`firms.created_at`)} as "createdAt",
    ${utcText(sql`firms.deactivated_at`)} as "deactivatedAt", member.*, held.*
  from (${which}) wanted join firms on firms.id = wanted.id
    cross join lateral (
      select (count(*) filter (where u.is_approved and u.deactivated_at is null))::int as people,
        (count(*) filter (where not u.is_approved and u.deactivated_at is null))::int as pending,
        max(signed_in.at) as "lastSignInAt"
      from users u cross join lateral (
        select ${utcText(sql`max(audit.at)`)} as at from audit
        where audit.actor_id = u.id and audit.kind = 'signedIn') signed_in
      where u.firm_id = firms.id) member
    cross join lateral (
      select count(distinct c.loan_id)::int as "activeLoans",
        coalesce(sum(c.amount) filter (where not c.is_soft_commit), 0)::numeric(30, 2)::text as "bindingAmount",
        coalesce(sum(c.amount) filter (where c.is_soft_commit), 0)::numeric(30, 2)::text as "softAmount"
      from commitments c where c.firm_id = firms.id and c.status = 'active') held
  order by firms.created_at desc, firms.id desc`

const toSummary = (row: SummaryRow, company: string): FirmSummary => ({
  ...row,
  displayName: row.isOriginator ? company : row.displayName,
  isOriginator: toFlag(row.isOriginator),
})

export async function listFirms(
  { db, config, reply }: Pick<Context<'admin'>, 'db' | 'config' | 'reply'>,
  filters: Query<Endpoints['listFirms']>,
): Promise<FirmSummary[]> {
  const limit = Number(filters.limit ?? 200)
  const words = filters.search?.split(/\s+/).filter(Boolean) ?? []
  const isAfter = filters.cursor
    ? afterCursor(sql`firms.created_at`, sql`firms.id`, filters.cursor)
    : sql`true`
  const { rows } = await db.execute<SummaryRow>(
    selectSummaries(sql`
      select firms.id from firms
      where ${isAfter} ${sql.join(
        words.map((word) => sql` and ${matches(word)}`),
        sql``,
      )}
      order by firms.created_at desc, firms.id desc limit ${limit + 1}`),
  )
  const page = cutPage(reply, rows, { call: 'listFirms', filters, limit })
  return page.map((row) => toSummary(row, config.company.name))
}

const matches = (word: string) => sql`(${contains(sql`firms.name`, word)} or exists (
  select from users u where u.firm_id = firms.id and ${contains(
    sql`concat_ws(' ', u.first_name, u.last_name, u.email, u.company_name)`,
    word,
  )}))`

/** @throws nothing: a missing firm gives undefined. */
export async function findSummary(
  { db, config }: Pick<Context<'admin'>, 'db' | 'config'>,
  id: string,
): Promise<FirmSummary | undefined> {
  const { rows } = await db.execute<SummaryRow>(selectSummaries(sql`select ${id}::uuid as id`))
  return rows[0] && toSummary(rows[0], config.company.name)
}

const maxProposed = sql.raw('50')

/** Nothing is merged: an administrator moves the people, one by one. */
export async function listProposals({
  db,
  config,
  principal,
}: Pick<Context<'admin'>, 'db' | 'config' | 'principal'>): Promise<FirmProposal[]> {
  const { rows } = await db.execute<{ companyName: string; firmIds: string[] }>(sql`
    select u.company_name as "companyName", array_agg(distinct u.firm_id) as "firmIds"
    from users u join firms on firms.id = u.firm_id
    where u.company_name is not null and u.deactivated_at is null and firms.deactivated_at is null
    group by u.company_name having count(distinct u.firm_id) > 1
    order by u.company_name limit ${maxProposed}`)
  const ids = rows.flatMap(({ firmIds }) => firmIds)
  const [summaries, people] = await Promise.all([
    readSummaries(db, ids),
    readPeople(db, ids, principal.account),
  ])
  const ofFirm = (id: string) => {
    const row = summaries.find((each) => each.id === id)
    if (!row) return []
    const peopleList = (people.get(id) ?? []).map(({ id: personId, name, email, can }) => ({
      id: personId,
      name,
      email,
      can: can.flatMap((act) => (act === 'move' ? [act] : [])),
    }))
    return [{ ...toSummary(row, config.company.name), peopleList }]
  }
  return rows.map(({ companyName, firmIds }) => ({ companyName, firms: firmIds.flatMap(ofFirm) }))
}

async function readSummaries(db: Queryable, ids: string[]): Promise<SummaryRow[]> {
  const { rows } = await db.execute<SummaryRow>(
    selectSummaries(sql`select distinct id from unnest(${sql.param(ids)}::uuid[]) as given (id)`),
  )
  return rows
}
