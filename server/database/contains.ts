/** Search for text that a person typed. */
import { sql, type SQL } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'

/** Whether a column contains this text, ignoring case; `%`, `_` and `\` are matched literally. */
export const contains = (column: AnyPgColumn, part: string): SQL =>
  sql`${column} ilike ${`%${part.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`}`
