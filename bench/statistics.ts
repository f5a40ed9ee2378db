/** Medians, their spread, and what else is computed from measured values. */

/** The middle of several values, and how far they lie apart. */
export interface Spread {
  median: number
  low: number
  high: number
}

/** The median of values; NaN for none. */
export const median = (values: readonly number[]): number => percentile(values, 50)

/**
 * The value that `share` percent of the values don't exceed, interpolated between its neighbors; NaN
 * for no values.
 */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  const place = ((sorted.length - 1) * share) / 100
  const below = sorted[Math.floor(place)] ?? Number.NaN
  const above = sorted[Math.ceil(place)] ?? Number.NaN
  return below + (above - below) * (place - Math.floor(place))
}

/** The median with the lowest and the highest value. */
export const spreadOf = (values: readonly number[]): Spread => ({
  median: median(values),
  low: Math.min(...values),
  high: Math.max(...values),
})

/** The mean for ratios: twice as fast and half as fast give 1. */
export const geometricMean = (values: readonly number[]): number =>
  Math.exp(values.reduce((sum, value) => sum + Math.log(value), 0) / values.length)
