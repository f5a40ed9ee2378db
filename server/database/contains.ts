/**
 * Search for text that a person typed. The function `search_parts` of the database gives the letters of a
 * text and the pairs and triples of neighbors, in lowercase. A GIN index over them finds the rows that have
 * all triples of a search (`searched_parts`), or its one pair or letter; that the search itself is there is
 * then checked in these rows alone. It needs no extension.
 */
import { sql, type SQL } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { hidden, plannedAnew } from './named-statements.ts'

/**
 * Whether a column contains this text, ignoring case; `%`, `_` and `\` are matched literally. How the rows
 * are best found depends on how rare the text is.
 */
export const contains = (column: AnyPgColumn, part: string): SQL =>
  sql`${column} ilike ${patternOf(part)} ${plannedAnew}`

/** The same where rows are found in another way, however rare the text is. */
export const containsHidden = (text: AnyPgColumn | SQL, part: string): SQL =>
  sql`${text} ilike ${hidden(patternOf(part))}`

/** Whether a column contains the text of another column. */
export const containsTextOf = (column: AnyPgColumn, part: AnyPgColumn): SQL =>
  sql`${column} ilike '%' || regexp_replace(${part}, ${escapable}, ${escaped}, 'g') || '%'`

const escapable = sql.raw(String.raw`'[\\%_]'`)
const escaped = sql.raw(String.raw`'\\\&'`)

const patternOf = (part: string) => `%${part.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`

/** The parts of columns that are searched together, exactly as their index has them. */
export const searchParts = (...columns: [AnyPgColumn, ...(AnyPgColumn | SQL)[]]): SQL =>
  sql`search_parts(${sql.join(columns, sql` || chr(10) || `)})`

/**
 * Whether columns may contain this text: all that contain it do, and few others. It is checked last, as
 * the function costs more than `containsHidden`. The index is used, however frequent the text is.
 */
export const mayContainHidden = (parts: SQL, text: string): SQL =>
  sql`${parts} @> searched_parts(${hidden(text)})`
