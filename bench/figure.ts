/** What a figure is, and how a measured one is judged. */
import type { Spread } from './statistics.ts'

/** What is promised of a figure. */
export interface Figure {
  name: string
  title: string
  /** Whether a greater value is better. */
  sense: 'at least' | 'at most'
  /** The benchmark fails when it is missed. */
  must: number | null
  aim: number | null
  /** What follows the number, such as ` ms`. */
  unit?: string
}

export interface Measured {
  figure: Figure
  value: Spread | null
  /** Why the figure says nothing here. */
  notJudged?: string
  /** What the figure was computed from, for the reader. */
  details: Record<string, string | number>
}

export type Verdict = 'aim met' | 'met' | 'missed' | 'not judged' | 'informs'

const reaches = ({ sense }: Figure, value: number, bound: number) =>
  sense === 'at least' ? value >= bound : value <= bound

/** Rounds that differ by more than this factor show that the machine was busy with something else. */
const widestSpread = 3

/** Why a figure says nothing of its must; null where it does. */
export function whyNotJudged({ figure, value, notJudged }: Measured): string | null {
  if (notJudged !== undefined) return notJudged
  if (value === null || !Number.isFinite(value.median)) return 'it could not be measured'
  return figure.must !== null && isDoubtful(figure, value, figure.must)
    ? 'the rounds contradict each other by a wide margin'
    : null
}

/** Whether rounds that differ widely lie on both sides of a bound. Where all lie on one side, a wide spread changes nothing. */
const isDoubtful = (figure: Figure, { low, high }: Spread, bound: number) =>
  low > 0 &&
  high / low > widestSpread &&
  reaches(figure, low, bound) !== reaches(figure, high, bound)

/** Judges the median; the spread only tells whether it means anything. */
export function verdictOf(measured: Measured): Verdict {
  const { figure, value } = measured
  if (value === null || whyNotJudged(measured) !== null) return 'not judged'
  const { must, aim } = figure
  if (aim !== null && reaches(figure, value.median, aim) && !isDoubtful(figure, value, aim))
    return 'aim met'
  if (must === null) return 'informs'
  return reaches(figure, value.median, must) ? 'met' : 'missed'
}
