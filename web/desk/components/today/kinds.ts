import { maxCounted } from '#domain/limits.ts'
import type { ReactNode } from 'react'

export interface Row {
  key: string
  what: string
  where: string
  /** If set, `where` is a link to this URL. */
  whereHref?: string
  /** Shown after `where`, which is truncated first. */
  details?: string
  /** A sentence below. */
  note?: string | null
  isWarning?: boolean
  /** The deadline of a decision or payment. Rows with one are listed first, the soonest at the top. */
  dueAt?: string | null
  act: ReactNode
  /** A second action, beside the first. */
  quietAct?: ReactNode
}

export interface Kind {
  name: string
  rows: Row[]
  /** The total number. For some types of task, counting stops at `maxCounted`. */
  count: number
  isCut?: boolean
  all?: { href: string; label: string }
}

export const kindOf = <Item>(
  { items, count }: { items: Item[]; count: number },
  rest: Pick<Kind, 'name' | 'all'>,
  toRow: (item: Item) => Row,
): Kind => ({
  ...rest,
  count,
  isCut: count === maxCounted,
  rows: items.map((item) => withKind(rest.name, toRow(item))),
})

/** Adds the type of task to a row's key, because tasks of two types can have a row for the same loan. */
const withKind = (name: string, row: Row): Row => ({ ...row, key: `${name} ${row.key}` })

/** On phones, these are all places. Elsewhere, other tasks have room too. */
const mostTimed = 4

/**
 * Starts with rows that have a deadline, the soonest first. Then takes the first row of each type, then the second, and
 * so on, so that a type with many rows leaves room for the others.
 */
export function firstRows(kinds: readonly Kind[], most: number): Row[] {
  const deepest = Math.max(0, ...kinds.map(({ rows }) => rows.length))
  const turns = Array.from({ length: deepest }, (_, place) =>
    kinds.flatMap(({ rows }) => rows[place] ?? []),
  )
  const rows = turns.flat()
  const timed = rows.flatMap((row) => (row.dueAt ? [{ row, time: Date.parse(row.dueAt) }] : []))
  const soonest = timed
    .toSorted((a, b) => a.time - b.time)
    .slice(0, mostTimed)
    .map(({ row }) => row)
  return [...soonest, ...rows.filter((row) => !soonest.includes(row))].slice(0, most)
}

/** Returns text such as "and 7 more", or null if all rows are listed. */
export function describeRest({ rows, count, isCut }: Kind): string | null {
  const more = count - rows.length
  if (isCut && more === 0) return 'and possibly more'
  return more > 0 ? `and ${isCut ? 'at least ' : ''}${more} more` : null
}
