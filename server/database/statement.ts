/**
 * Statements whose text is built once, for what every request asks: Drizzle builds the text anew at each
 * call otherwise, and maps each row to the names that `selected` gives the columns in SQL.
 */
import { fillPlaceholders, sql, type Placeholder, type SQL, type SQLWrapper } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import type { QueryResultRow } from 'pg'
import type { DatabasePool, Queryable } from './client.ts'

const dialect = new PgDialect()

/** Values of a part of a statement, placeholders for them, or columns that have them. */
export type Given<Values> = { [Name in keyof Values]: Values[Name] | Placeholder | SQL }

/** Columns by the names that the rows have them under: the list of a `select`. It takes no values. */
export function selected(columns: Record<string, SQLWrapper>): SQL {
  const list = Object.entries(columns).map(
    ([name, column]) => sql`${column} as ${sql.identifier(name)}`,
  )
  const { sql: text, params } = dialect.sqlToQuery(sql.join(list, sql`, `))
  if (params.length > 0) throw new Error('The columns of a statement take no values')
  return sql.raw(text)
}

/**
 * Returns a function that sends the statement and gives its rows as the driver reads them: decimals as
 * texts. Values are given by the names of the statement's placeholders.
 */
export function statement<Row extends QueryResultRow, Values extends Record<string, unknown>>(
  built: SQL,
): (db: Queryable, values: Values) => Promise<Row[]> {
  const { sql: text, params } = dialect.sqlToQuery(built)
  return async (db, values) => {
    const { rows } = await clientOf(db).query<Row>({
      text,
      values: fillPlaceholders(params, values),
    })
    return rows
  }
}

/** What Drizzle sends statements with: the pool, or the transaction's connection. */
const clientOf = (db: Queryable) => (db as { $client: DatabasePool }).$client
