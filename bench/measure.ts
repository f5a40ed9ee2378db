/** Alternates between the compared implementations so that other load on the machine slows all of them equally. */
import { setTimeout as sleep } from 'node:timers/promises'

/** Performs about `count` units of work and returns the measured rate, usually in units per second. */
export type Side = (count: number) => Promise<number>

export type Spread = Record<'median' | 'low' | 'high', number>

/** The first rounds warm up each side and determine how much work fits in one slice. */
const [warmUps, rounds] = [2, 7]
const [sliceSeconds, fewest] = [1, 32]
/** Waits so that background work, such as sealing audit entries, doesn't run during the next slice. */
const pauseMs = 150

/** Runs A, B, A, B, and so on. Returns each side's measurements in argument order. */
export async function alternate(...sides: readonly Side[]): Promise<number[][]> {
  const figures = sides.map((): number[] => [])
  for (let round = 0; round < rounds; round += 1)
    for (const [index, run] of sides.entries()) {
      const last = figures[index]?.at(-1) ?? 0
      figures[index]?.push(await run(Math.max(fewest, Math.round(last * sliceSeconds))))
      await sleep(pauseMs)
    }
  return figures.map((each) => each.slice(warmUps))
}

export const ratioOf = (side: readonly number[], other: readonly number[]): Spread =>
  spreadOf(side.map((figure, slice) => figure / (other[slice] ?? Number.NaN)))

export const spreadOf = (figures: readonly number[]): Spread => ({
  median: median(figures),
  low: Math.min(...figures),
  high: Math.max(...figures),
})

export function median(figures: readonly number[]): number {
  const sorted = figures.toSorted((a, b) => a - b)
  const [below, above] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]]
  return ((below ?? Number.NaN) + (above ?? Number.NaN)) / 2
}
