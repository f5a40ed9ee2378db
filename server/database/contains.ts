/** Searches for what a person typed. */
import { sql, type SQL } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'

/** Whether a text has this part, in any letter case; `%`, `_` and `\` mean themselves. */
export const contains = (column: AnyPgColumn, part: string): SQL =>
  sql`${column} ilike ${`%${part.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`}`
