/** List cursors. A cursor identifies the last row on a page by its time and id. Most lists are newest first. */
import { invalid } from '#server/errors.ts'
import { sql, type SQL, type SQLWrapper } from 'drizzle-orm'

export interface Placed {
  createdAt: string
  id: string
  /** Sort keys that precede the time, joined by `|`. Most lists have none. */
  lead?: string
}

export function numberInCursor(cursor: string): number {
  if (!/^[1-9]\d{0,8}$/.test(cursor)) throw malformed()
  return Number(cursor)
}

export const cursorOf = ({ lead, createdAt, id }: Placed) =>
  Buffer.from([...(lead === undefined ? [] : [lead]), createdAt, id].join('|')).toString(
    'base64url',
  )

const placeText =
  /^(?!0000)(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3})\d{3}Z\|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Selects the rows after a cursor in a newest-first list. Throws 400 if the cursor is malformed. */
export const afterCursor = (createdAt: SQLWrapper, id: SQLWrapper, cursor: string): SQL =>
  sql`(${createdAt}, ${id}) < ${placeOf(cursor)}`

/** Selects the rows after a cursor in an oldest-first list. Throws 400 if the cursor is malformed. */
export const afterOldestCursor = (createdAt: SQLWrapper, id: SQLWrapper, cursor: string): SQL =>
  sql`(${createdAt}, ${id}) > ${placeOf(cursor)}`

/**
 * Splits a cursor into the list's leading sort keys and its time and id. Throws 400 if the cursor is malformed or the
 * leading keys don't match the pattern.
 */
export function splitLead(cursor: string, lead: RegExp): { lead: string[]; place: SQL } {
  const text = textOf(cursor)
  const parts = text.split('|')
  const [first, last] = [parts.slice(0, -2), parts.slice(-2)]
  if (!lead.test(first.join('|'))) throw malformed()
  return { lead: first, place: placeIn(last.join('|')) }
}

/**
 * Splits the cursor of a grouped list into the group's position, which comes first, and the row's position within the
 * group. Throws 400 if the cursor is malformed.
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
  // Dates such as February 30 match the pattern, but `Date.parse` turns them into a different day.
  if (!instant || new Date(Date.parse(`${instant}Z`) || 0).toISOString() !== `${instant}Z`)
    throw malformed()
  const [time, lastId] = text.split('|')
  return sql`${time}::timestamptz, ${lastId}::uuid`
}
