/** Paged lists, most of them newest first: a cursor identifies the last row of a page by its time and id. */
import type { PathParams } from '#contract/endpoint.ts'
import { endpoints, type EndpointName, type Endpoints } from '#contract/endpoints.ts'
import { invalid } from '#server/errors.ts'
import { sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import type { FastifyReply } from 'fastify'

/** ISO 8601 in UTC with microseconds, so that a cursor marks exactly one place in the order. */
export const utcText = (column: SQLWrapper) =>
  sql<string>`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

/** "2026-03-31", whatever the database's DateStyle is. */
export const dayText = (column: SQLWrapper) => sql<string | null>`to_char(${column}, 'YYYY-MM-DD')`

/** A page of a list: the call that lists, and what it was given, repeated in the address of the next page. */
type Page<Name extends EndpointName> = {
  call: Name
  filters: Filters
  limit: number
} & ([keyof PathParams<Endpoints[Name]>] extends [never]
  ? { params?: undefined }
  : { params: PathParams<Endpoints[Name]> })

type Filters = Record<string, string | boolean | undefined>

/** A row's place in the order of its list. */
interface Placed {
  createdAt: string
  id: string
  /** What the list is ordered by first, joined by `|`; most lists have nothing before the time. */
  lead?: string
}

/**
 * Cuts rows to one page. The query reads one row more than a page holds: if it is there, the `Link`
 * header points to the next page.
 */
export const cutPage = <Row extends Placed, Name extends EndpointName>(
  reply: FastifyReply,
  rows: Row[],
  page: Page<Name>,
): Row[] => cut(reply, rows, cursorOf, page)

/** The same for a list that is ordered by a number of each row, the highest first: that of the last row is the cursor. */
export const cutPageByNumber = <Row, Name extends EndpointName>(
  reply: FastifyReply,
  rows: Row[],
  numberOf: (row: Row) => number,
  page: Page<Name>,
): Row[] => cut(reply, rows, (row) => String(numberOf(row)), page)

function cut<Row, Name extends EndpointName>(
  reply: FastifyReply,
  rows: Row[],
  cursorAt: (row: Row) => string,
  { call, params, filters, limit }: Page<Name>,
): Row[] {
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  if (rows.length > limit && last)
    reply.header('link', nextLink(fillPath(call, params), filters, cursorAt(last)))
  return page
}

/** The number in a cursor of such a list; 400 when it is malformed. */
export function numberInCursor(cursor: string): number {
  if (!/^[1-9]\d{0,8}$/.test(cursor)) throw malformed()
  return Number(cursor)
}

const cursorOf = ({ lead, createdAt, id }: Placed) =>
  Buffer.from([...(lead === undefined ? [] : [lead]), createdAt, id].join('|')).toString(
    'base64url',
  )

const placeText =
  /^(?!0000)(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3})\d{3}Z\|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The rows after a cursor, in a list that is newest first; 400 when the cursor is malformed. */
export const afterCursor = (createdAt: SQLWrapper, id: SQLWrapper, cursor: string): SQL =>
  sql`(${createdAt}, ${id}) < ${placeOf(cursor)}`

/** The same in a list that is oldest first. */
export const afterOldestCursor = (createdAt: SQLWrapper, id: SQLWrapper, cursor: string): SQL =>
  sql`(${createdAt}, ${id}) > ${placeOf(cursor)}`

/**
 * What a list is ordered by before time and id, and these, of a cursor; 400 when the cursor is malformed or
 * its lead doesn't match.
 */
export function splitLead(cursor: string, lead: RegExp): { lead: string[]; place: SQL } {
  const text = textOf(cursor)
  const parts = text.split('|')
  const [first, last] = [parts.slice(0, -2), parts.slice(-2)]
  if (!lead.test(first.join('|'))) throw malformed()
  return { lead: first, place: placeIn(last.join('|')) }
}

/**
 * In a list of groups, the group's place and the row's place within it, of a cursor whose lead is the group's
 * time and id; 400 when the cursor is malformed.
 */
export function splitGroup(cursor: string): { group: SQL; place: SQL } {
  const parts = textOf(cursor).split('|')
  return { group: placeIn(parts.slice(0, 2).join('|')), place: placeIn(parts.slice(2).join('|')) }
}

const placeOf = (cursor: string) => sql`(${placeIn(textOf(cursor))})`

const textOf = (cursor: string) => Buffer.from(cursor, 'base64url').toString()

const malformed = () => invalid('The cursor is not one of ours', { cursor: 'Is not valid' })

function placeIn(text: string): SQL {
  const instant = placeText.exec(text)?.[1]
  // A date such as February 30 matches the pattern, but parses to another day.
  if (!instant || new Date(Date.parse(`${instant}Z`) || 0).toISOString() !== `${instant}Z`)
    throw malformed()
  const [time, lastId] = text.split('|')
  return sql`${time}::timestamptz, ${lastId}::uuid`
}

const fillPath = (call: EndpointName, params: Record<string, string> = {}) =>
  endpoints[call].path.replaceAll(/:(\w+)/g, (_all, name: string) =>
    encodeURIComponent(params[name] ?? ''),
  )

function nextLink(path: string, filters: Filters, cursor: string): string {
  const query = new URLSearchParams()
  const given: Filters = { ...filters, cursor }
  for (const [name, value] of Object.entries(given))
    if (value !== undefined && value !== '') query.set(name, String(value))
  return `<${path}?${query}>; rel="next"`
}
