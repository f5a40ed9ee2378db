/**
 * Statements whose SQL is built only once. Drizzle builds the SQL on each call, which is slow for frequent statements.
 */
import { fillPlaceholders, sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import type { QueryResultRow } from 'pg'
import type { DatabasePool, Queryable } from '#server/database/client.ts'

const dialect = new PgDialect()

/** Returns a column list for `select`. The columns can't have parameters, because the list is built only once. */
export function selected(columns: Record<string, SQLWrapper>): SQL {
  const list = Object.entries(columns).map(
    ([name, column]) => sql`${column} as ${sql.identifier(name)}`,
  )
  return sql.raw(dialect.sqlToQuery(sql.join(list, sql`, `)).sql)
}

/**
 * Returns a function that sends the statement with a value for each placeholder. Rows aren't mapped: columns have their
 * SQL names, and decimals are strings.
 */
export function prepared<Row extends QueryResultRow, Values extends Record<string, unknown>>(
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

const clientOf = (db: Queryable) => (db as { $client: DatabasePool }).$client
