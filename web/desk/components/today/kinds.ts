/** What the rows of Today are made of. */
import { maxCounted } from '#domain/desk/today.ts'
import type { ReactNode } from 'react'

/** One thing to do: what, on which loan, and the button that does it. */
export interface Row {
  key: string
  what: string
  /** The loan, or whom it is about. */
  where: string
  /** What follows it, and is never cut off for it. */
  details?: string
  /** Something is in its way. */
  isWarning?: boolean
  act: ReactNode
}

export interface Kind {
  name: string
  rows: Row[]
  /** How many there are; of some kinds counting ends at `maxCounted`. */
  count: number
  isCut?: boolean
  /** Where all of them are. */
  all?: { href: string; label: string }
}

/** A kind of what was asked for: its rows, and how many there are. */
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

/** Kinds are shown together, and two may have a row about one loan. */
const withKind = (name: string, row: Row): Row => ({ ...row, key: `${name} ${row.key}` })

/** So many rows are shown at first. */
export const mostBefore = 3

/** The first row of each kind, then the second: whoever has ten approvals to give sees a question too. */
export function firstRows(kinds: readonly Kind[]): Row[] {
  const deepest = Math.max(0, ...kinds.map(({ rows }) => rows.length))
  const turns = Array.from({ length: deepest }, (_, place) =>
    kinds.flatMap(({ rows }) => rows[place] ?? []),
  )
  return turns.flat().slice(0, mostBefore)
}

/** "and 7 more"; null when all are listed. */
export function describeRest({ rows, count, isCut }: Kind): string | null {
  const more = count - rows.length
  return more > 0 ? `and ${isCut ? 'at least ' : ''}${more} more` : null
}
