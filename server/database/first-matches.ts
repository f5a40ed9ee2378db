/**
 * Searches in lists that an index has in order. Frequent words are found fastest by reading the first rows, rare
 * ones by the index over letters, pairs and triples. PostgreSQL can't tell which a word is: it takes the letters of a
 * word to be independent of each other. So both are in one statement, and what the first finds decides.
 */
import { sql, type SQL } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { hidden } from './named-statements.ts'

interface Search {
  table: SQL
  id: AnyPgColumn
  createdAt: AnyPgColumn
  /** Another order than newest first; an index must have it. */
  inOrder?: SQL | undefined
  /** What the table is joined with for the order. */
  joined?: SQL | undefined
  /** Whether a row contains what is searched, and whether it may, as the index knows it. */
  contains: SQL
  mayContain: SQL
  /** What else rows must meet. Values are hidden, so that the plan is kept. */
  besides: SQL | undefined
  limit: number
}

/** With this many matches among the first rows, a page's worth is probably near. */
const [fewRows, fewMatches] = [60, 2]
/** How many rows are read for it. */
const moreRows = 5_000

/** Whether a row's id is one of the first `limit` that match, or of a few others that match. */
export function isFirstMatch(search: Search): SQL {
  const { table, id, createdAt, joined = sql``, contains, mayContain, besides, limit } = search
  const inOrder = sql`order by ${search.inOrder ?? sql`${createdAt} desc, ${id} desc`}`
  const among = (rows: number, isAsked: SQL) => sql`
    select id from (
      select ${table}.* from ${table} ${joined} where ${isAsked} and ${besides ?? sql`true`}
      ${inOrder} limit ${hidden(rows)}::int
    ) ${table} where ${contains} limit ${hidden(limit)}::int`
  const page = sql`${hidden(limit)}::int`
  return sql`${id} in (
    with first as materialized (${among(fewRows, sql`true`)}),
    further as materialized (${among(
      moreRows,
      sql`(select count(*) >= ${sql.raw(String(fewMatches))} and count(*) < ${page} from first)`,
    )})
    select id from first
    union all select id from further
    union all (
      select ${id} from ${table} ${joined}
      where (select count(*) < ${page} from first) and (select count(*) < ${page} from further)
        and ${contains} and ${mayContain} and ${besides ?? sql`true`}
      ${inOrder} limit ${sql.raw(String(limit))}))`
}
