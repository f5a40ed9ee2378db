/** A case-insensitive text search in which `%`, `_`, and `\` have no special meaning. */
import { sql, type SQL } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'

/** The same as `ilike`, which would convert the pattern to lowercase again for each row. */
export const contains = (text: AnyPgColumn | SQL, part: string): SQL => {
  const pattern = `%${part.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  return sql`lower(${text}) like (select lower(${pattern}::text))`
}

export const containsTextOf = (column: AnyPgColumn, part: AnyPgColumn): SQL =>
  sql`${column} ilike '%' || regexp_replace(${part}, ${escapable}, ${escaped}, 'g') || '%'`

const escapable = sql.raw(String.raw`'[\\%_]'`)
const escaped = sql.raw(String.raw`'\\\&'`)
