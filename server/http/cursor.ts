/** Paged lists, most of them newest first: a cursor identifies the last row of a page by its time and id. */
import { invalid } from '#server/errors.ts'
import { sql, type SQL } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { FastifyReply } from 'fastify'

/** ISO 8601 in UTC with microseconds, so that a cursor marks exactly one place in the order. */
export const utcText = (column: AnyPgColumn) =>
  sql<string>`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

interface Page {
  /** The list's path. */
  path: string
  /** The list's filters, repeated in the address of the next page. */
  filters: Record<string, string | undefined>
  limit: number
}

/**
 * Cuts rows to one page. The query reads one row more than a page holds: if it is there, the `Link`
 * header points to the next page.
 */
export function cutPage<Row extends { createdAt: string; id: string }>(
  reply: FastifyReply,
  rows: Row[],
  { path, filters, limit }: Page,
): Row[] {
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  if (rows.length > limit && last) reply.header('link', nextLink(path, filters, cursorOf(last)))
  return page
}

const cursorOf = (row: { createdAt: string; id: string }) =>
  Buffer.from(`${row.createdAt}|${row.id}`).toString('base64url')

const cursorText =
  /^(?!0000)(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3})\d{3}Z\|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The rows after a cursor, in a list that is newest first; 400 when the cursor is malformed. */
export const afterCursor = (createdAt: AnyPgColumn, id: AnyPgColumn, cursor: string): SQL =>
  sql`(${createdAt}, ${id}) < ${placeOf(cursor)}`

/** The same in a list that is oldest first. */
export const afterOldestCursor = (createdAt: AnyPgColumn, id: AnyPgColumn, cursor: string): SQL =>
  sql`(${createdAt}, ${id}) > ${placeOf(cursor)}`

function placeOf(cursor: string): SQL {
  const text = Buffer.from(cursor, 'base64url').toString()
  const instant = cursorText.exec(text)?.[1]
  // A date such as February 30 matches the pattern, but parses to another day.
  if (!instant || new Date(Date.parse(`${instant}Z`) || 0).toISOString() !== `${instant}Z`)
    throw invalid('The cursor is not one of ours', { cursor: 'Is not valid' })
  const [time, lastId] = text.split('|')
  return sql`(${time}::timestamptz, ${lastId}::uuid)`
}

function nextLink(path: string, filters: Page['filters'], cursor: string): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries({ ...filters, cursor }))
    if (value) query.set(name, value)
  return `<${path}?${query}>; rel="next"`
}
