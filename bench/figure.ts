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

/** Judges the median; the spread only tells whether it means anything. */
export function verdictOf({ figure, value, notJudged }: Measured): Verdict {
  if (notJudged !== undefined || value === null || !Number.isFinite(value.median))
    return 'not judged'
  const { must, aim } = figure
  const isBest = aim !== null && reaches(figure, value.median, aim)
  if (isBest) return 'aim met'
  // Where even the worst or the best round gives the same verdict, a wide spread changes nothing.
  const isWide = value.low > 0 && value.high / value.low > widestSpread
  if (must === null) return 'informs'
  const isMet = reaches(figure, value.median, must)
  const isDoubtful = reaches(figure, value.low, must) !== reaches(figure, value.high, must)
  if (isWide && isDoubtful) return 'not judged'
  return isMet ? 'met' : 'missed'
}
