import type { Bound } from './bound.ts'
import type { Desk } from './desk.ts'
import { ratioOf, spreadOf, type Spread } from './measure.ts'

export interface Bench {
  ours: Desk
  desks: Desk[]
  bound: Bound
}

export type Group = (bench: Bench) => Promise<Row[]>

export type Must = { atLeast: number } | { atMost: number }

export interface Row {
  promise: string
  measured: string
  beside: string
  judged: Spread
  must: Must
}

export function compare(
  promise: string,
  must: Must,
  [figures = [], others]: (number[] | undefined)[],
  { unit, name }: { unit: string; name: string },
): Row[] {
  if (!others) return []
  const measured = withSpread(spreadOf(figures), unit)
  const beside = `${withSpread(spreadOf(others), unit)} ${name}`
  return [{ promise, measured, beside, judged: ratioOf(figures, others), must }]
}

export const isMet = ({ judged: { median }, must }: Row): boolean =>
  'atLeast' in must ? median >= must.atLeast : median <= must.atMost

export const short = (value: number): string =>
  value.toFixed(Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2)

/** Formats a measurement as "756/s (690–810)". */
export const withSpread = ({ median, low, high }: Spread, unit = ''): string =>
  `${short(median)}${unit}${low === high ? '' : ` (${short(low)}–${short(high)})`}`

/**
 * Parses the argument of `--only`, a comma-separated list of names.
 * @throws If a name is unknown.
 */
export function chooseNames<Name extends string>(given: string, known: readonly Name[]): Name[] {
  const chosen = known.filter((name) => given.split(',').includes(name))
  if (chosen.length < given.split(',').length) throw new Error(`Some of ${given} are unknown`)
  return chosen
}

export function toTable(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(3, ...rows.map((row) => (row[column] ?? '').length)),
  )
  const line = (row: readonly string[]) =>
    `| ${widths.map((width, column) => (row[column] ?? '').padEnd(width)).join(' | ')} |`
  const [head = [], ...rest] = rows
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rest.map(line)].join('\n')
}

export const promisesTable = (rows: readonly Row[]): string =>
  toTable([
    ['promise', 'measured', 'beside', 'ratio or figure', 'must', 'verdict'],
    ...rows.map((row) => [
      ...[row.promise, row.measured, row.beside, withSpread(row.judged)],
      'atLeast' in row.must ? `≥ ${row.must.atLeast}` : `≤ ${row.must.atMost}`,
      isMet(row) ? 'met' : 'MISSED',
    ]),
  ])
