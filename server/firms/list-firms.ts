/** The administrators' list of firms, and the firms that might be one. */
import type { Query } from '#contract/endpoint.ts'
import type { Endpoints } from '#contract/endpoints.ts'
import type { FirmProposal, FirmSummary } from '#contract/firms/shapes.ts'
import { toFlag } from '#contract/wire.ts'
import type { Money } from '#domain/money.ts'
import type { Queryable } from '#server/database/client.ts'
import { loansAdmitting } from '#server/database/schema/audience.ts'
import { contains } from '#server/database/sql/contains.ts'
import { splitLead } from '#server/database/sql/cursor.ts'
import { utcText } from '#server/database/sql/time-texts.ts'
import { cutPage } from '#server/http/paging.ts'
import type { Context } from '#server/http/mount.ts'
import { companyOf, displayNameOf } from '#server/sign-in/people-of-firms.ts'
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
  admittedLoans: number
  accessRequests: number
  createdAt: string
  deactivatedAt: string | null
  lastSignInAt: string | null
}

/** The firms with these ids, in no order. */
const selectSummaries = (ids: readonly string[]) => sql`
  select firms.id, firms.name, ${displayNameOf(sql`firms.id`)} as "displayName",
    ${companyOf(sql`firms.id`)} as "companyName",
    firms.is_originator as "isOriginator", ${utcText(sql`firms.created_at`)} as "createdAt",
    ${utcText(sql`firms.deactivated_at`)} as "deactivatedAt", member.*, held.*,
    (select count(*)::int from admissions where firm_id = firms.id) as "admittedLoans",
    (select count(*)::int from access_requests where firm_id = firms.id and state = 'open') as "accessRequests"
  from firms
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
  where firms.id = any(${sql.param([...ids])}::uuid[])`

const toSummary = (row: SummaryRow, company: string): FirmSummary => ({
  ...row,
  displayName: row.isOriginator ? company : row.displayName,
  isOriginator: toFlag(row.isOriginator),
})

/** Every administrator has a firm too. It is listed only with a name or a position. */
const isLenders = sql`(firms.name is not null or held.firm_id is not null
  or not coalesce((select bool_and(is_admin) from users where firm_id = firms.id), false))`

export async function listFirms(
  { db, config, reply }: Pick<Context<'admin'>, 'db' | 'config' | 'reply'>,
  filters: Query<Endpoints['listFirms']>,
): Promise<FirmSummary[]> {
  const limit = Number(filters.limit ?? 200)
  const words = filters.search?.split(/\s+/).filter(Boolean) ?? []
  const { key, lead, isAfter, direction } = orderOf(filters, config.company.name)
  const { rows } = await db.execute<{ id: string; createdAt: string; lead: string }>(sql`
    select firms.id, ${utcText(sql`firms.created_at`)} as "createdAt", ${lead} as lead
    from firms left join (
      select firm_id, sum(amount) filter (where not is_soft_commit) as binding,
        sum(amount) filter (where is_soft_commit) as soft
      from commitments where status = 'active' group by firm_id) held on held.firm_id = firms.id
    where ${isLenders} and ${isAfter} ${sql.join(
      words.map((word) => sql` and ${matches(word)}`),
      sql``,
    )}
    order by ${key} ${direction}, firms.created_at ${direction}, firms.id ${direction}
    limit ${limit + 1}`)
  const page = cutPage(reply, rows, { call: 'listFirms', filters, limit })
  const summaries = await readSummaries(
    db,
    page.map(({ id }) => id),
  )
  return page.flatMap(({ id }) => {
    const row = summaries.get(id)
    return row ? [toSummary(row, config.company.name)] : []
  })
}

/** The keyset of a sort order. The cursor has the order, so that it can't be used with another one. */
function orderOf(
  { sort = 'newest', cursor }: Pick<Query<Endpoints['listFirms']>, 'sort' | 'cursor'>,
  company: string,
) {
  const column = sort.replace('-', '') as FirmColumn
  const { key, pattern, type } = columns(company)[column]
  const isDescending = sort === 'newest' || sort.startsWith('-')
  const after = isDescending ? sql`<` : sql`>`
  const from = cursor ? splitLead(cursor, new RegExp(`^${sort}\\|${pattern}$`)) : null
  return {
    key,
    lead: sql`${sql.raw(`'${sort}|'`)} || (${key})::text`,
    direction: isDescending ? sql`desc` : sql`asc`,
    isAfter: from
      ? sql`(${key}, firms.created_at, firms.id)
          ${after} (${from.lead.slice(1).join('|')}::${type}, ${from.place})`
      : sql`true`,
  }
}

type FirmColumn = 'newest' | 'name' | 'binding' | 'soft'

const figure = { pattern: String.raw`\d{1,20}(?:\.\d{1,2})?`, type: sql`numeric` }

/** The title is that of `titleOfFirm`. A name can contain `|`. */
const columns = (company: string) =>
  ({
    newest: { key: sql`0::integer`, pattern: '0', type: sql`integer` },
    name: {
      key: sql`lower(case when firms.is_originator then ${company}::text
        else coalesce(${companyOf(sql`firms.id`)}, ${displayNameOf(sql`firms.id`)}) end) collate natural_order`,
      pattern: String.raw`[^\0]*`,
      type: sql`text`,
    },
    binding: { key: sql`coalesce(held.binding, 0)`, ...figure },
    soft: { key: sql`coalesce(held.soft, 0)`, ...figure },
  }) satisfies Record<FirmColumn, { key: SQL; pattern: string; type: SQL }>

const matches = (word: string) => sql`(${contains(sql`firms.name`, word)} or exists (
  select from users u where u.firm_id = firms.id and ${contains(
    sql`concat_ws(' ', u.first_name, u.last_name, u.email, u.company_name)`,
    word,
  )}))`

/** Returns undefined if the firm is missing. */
export async function findSummary(
  { db, config }: Pick<Context<'admin'>, 'db' | 'config'>,
  id: string,
): Promise<FirmSummary | undefined> {
  const row = (await readSummaries(db, [id])).get(id)
  return row && toSummary(row, config.company.name)
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
  const [summaries, people, restricted] = await Promise.all([
    readSummaries(db, ids),
    readPeople(db, ids, principal.account),
    readRestrictedLoans(db, ids),
  ])
  const ofFirm = (id: string) => {
    const row = summaries.get(id)
    if (!row) return []
    const peopleList = (people.get(id) ?? []).map(({ can, ...person }) => ({
      ...{ id: person.id, name: person.name, email: person.email },
      ...{ firmRole: person.firmRole, state: person.state },
      can: can.flatMap((act) => (act === 'move' ? [act] : [])),
    }))
    const restrictedLoans = restricted.get(id) ?? []
    return [{ ...toSummary(row, config.company.name), restrictedLoans, peopleList }]
  }
  return rows.map(({ companyName, firmIds }) => ({ companyName, firms: firmIds.flatMap(ofFirm) }))
}

async function readRestrictedLoans(
  db: Queryable,
  firmIds: readonly string[],
): Promise<Map<string, string[]>> {
  const { rows } = await db.execute<{ id: string; titles: string[] }>(sql`
    select firms.id, array(select loans.title from loans
      where loans.id = any(${loansAdmitting(sql`firms.id`)}) and loans.audience <> 'everyone'
        and not loans.is_draft order by loans.title, loans.id) as titles
    from firms where firms.id = any(${sql.param([...firmIds])}::uuid[])`)
  return new Map(rows.map(({ id, titles }) => [id, titles]))
}

async function readSummaries(
  db: Queryable,
  ids: readonly string[],
): Promise<Map<string, SummaryRow>> {
  const { rows } = await db.execute<SummaryRow>(selectSummaries(ids))
  return new Map(rows.map((row) => [row.id, row]))
}
