/** Search for text that a person typed, ignoring case; `%`, `_` and `\` are matched literally. */
import { sql, type SQL } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'

/** Whether a text contains this part. */
export const contains = (text: AnyPgColumn | SQL, part: string): SQL =>
  sql`${text} ilike ${`%${part.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`}`

/** Whether a column contains the text of another column. */
export const containsTextOf = (column: AnyPgColumn, part: AnyPgColumn): SQL =>
  sql`${column} ilike '%' || regexp_replace(${part}, ${escapable}, ${escaped}, 'g') || '%'`

const escapable = sql.raw(String.raw`'[\\%_]'`)
const escaped = sql.raw(String.raw`'\\\&'`)
