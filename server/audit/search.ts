/**
 * Finds the entries about people and loans by way of these: a name is looked up among the trail's names,
 * and the entries by the ids of whoever has it, so that a search doesn't read the trail.
 */
import type { Database } from '#server/database/client.ts'
import { contains, mayContain, searchParts } from '#server/database/contains.ts'
import { users } from '#server/database/schema/accounts.ts'
import { audit, auditNames } from '#server/database/schema/audit.ts'
import { and, eq, inArray, not, or, sql, type SQL } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'

/** Entries that match a name: a condition, and the ids that all of them have in one of these columns. */
export interface NamedEntries {
  condition: SQL | undefined
  columns: AnyPgColumn[]
  /** Null when there are too many: then the newest entries are read until enough match. */
  ids: string[] | null
}

/** With more, the next matching entry is never far, and looking up each takes longer than reading on. */
const mostIds = 1_000

const isId = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)
const isAnyOf = (column: AnyPgColumn, ids: string[]) =>
  sql`${column} = any(${sql.param(ids)}::uuid[])`

/** By an id, or part of a name that the entry has, or part of a current email address. */
export async function entriesOfPeople(db: Database, text: string): Promise<NamedEntries> {
  const columns = [audit.actorId, audit.personId]
  if (isId(text)) return entriesOf(columns, [text])
  const hasName = or(contains(audit.actorName, text), contains(audit.personName, text))
  // Entries store no email addresses: people are found by their current one.
  const withEmail = db
    .select({ id: users.id })
    .from(users)
    .where(and(contains(users.email, text), mayContain(userParts, text)))
  const [named, mailed] = [await idsNamed(db, text, false), await withEmail.limit(mostIds + 1)]
  if (!named || mailed.length > mostIds) {
    const hasEmail = columns.map((column) => inArray(column, withEmail))
    return { condition: or(hasName, ...hasEmail), columns, ids: null }
  }
  const byEmail = mailed.map(({ id }) => id)
  const ids = [...new Set([...named, ...byEmail])]
  const isAny = columns.map((column) => isAnyOf(column, ids))
  const hasEmail = columns.map((column) => isAnyOf(column, byEmail))
  return { condition: and(or(...isAny), or(hasName, ...hasEmail)), columns, ids }
}

/** By an id, or part of the title that the entry has. */
export async function entriesOfLoans(db: Database, text: string): Promise<NamedEntries> {
  const columns = [audit.loanId]
  if (isId(text)) return entriesOf(columns, [text])
  const hasTitle = contains(audit.loanTitle, text)
  const ids = await idsNamed(db, text, true)
  const condition = ids ? and(isAnyOf(audit.loanId, ids), hasTitle) : hasTitle
  return { condition, columns, ids }
}

const entriesOf = (columns: AnyPgColumn[], ids: string[]): NamedEntries => ({
  condition: or(...columns.map((column) => isAnyOf(column, ids))),
  columns,
  ids,
})

const userParts = searchParts(users.firstName, users.lastName, users.email)

/** Who or what has, or had, a name that contains the text; null when there are too many. */
async function idsNamed(db: Database, text: string, isLoan: boolean): Promise<string[] | null> {
  const rows = await db
    .selectDistinct({ id: auditNames.id })
    .from(auditNames)
    .where(
      and(
        isLoan ? eq(auditNames.isLoan, true) : not(auditNames.isLoan),
        contains(auditNames.name, text),
        mayContain(searchParts(auditNames.name), text),
      ),
    )
    .limit(mostIds + 1)
  return rows.length > mostIds ? null : rows.map(({ id }) => id)
}

/**
 * The newest entries that meet all conditions, at least `limit` of them if there are as many, by the
 * indexes that have a column's entries in order. Of each id and column the newest entry is looked up;
 * only those with the newest of these can have an entry on the page. An entry counts for two of them at
 * most, its actor and the person affected. Where there are enough of these, the page ends before the last.
 */
export function newestOf(
  { columns, ids }: NamedEntries & { ids: string[] },
  conditions: SQL | undefined,
  limit: number,
): SQL {
  const places = columns.length * limit
  const inOrder = sql`order by at desc, id desc`
  const newest = (column: AnyPgColumn, id: SQL, isAsked: SQL, count: number) => sql`(
    select at, id from audit where ${and(isAsked, sql`${column} = ${id}`, conditions)}
    ${inOrder} limit ${count})`
  const heads = columns.map(
    (column, place) => sql`
      select named.id as owner, ${place}::int as place, head.at, head.id
      from unnest(${sql.param(ids)}::uuid[]) as named (id)
      cross join lateral ${newest(column, sql`named.id`, sql`true`, 1)} as head`,
  )
  const entries = columns.map((column, place) =>
    newest(
      column,
      sql`heads.owner`,
      sql`heads.place = ${place}::int and at >= (select least from bound)`,
      limit,
    ),
  )
  return sql`${audit.id} in (
    with heads as (${sql.join(heads, sql` union all `)} ${inOrder} limit ${places}),
    bound as (
      select case when count(*) = ${places} then min(at) else '-infinity' end as least from heads)
    select found.id from heads
    cross join lateral (${sql.join(entries, sql` union all `)}) as found
    order by found.at desc, found.id desc limit ${places})`
}
