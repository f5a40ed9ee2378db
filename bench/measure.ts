/** Sides that take turns, since the machine does other work too: it then slows all of them alike. */
import { setTimeout as sleep } from 'node:timers/promises'

/** Does a side's work about so many times; returns its figure, mostly how many it did in a second. */
export type Side = (count: number) => Promise<number>

/** The middle of several figures, and how far they lie apart. */
export type Spread = Record<'median' | 'low' | 'high', number>

/** In the first rounds, the sides warm up, and show how much work a slice can hold. */
const [warmUps, rounds] = [2, 7]
const [sliceSeconds, fewest] = [1, 32]
/** Work that a slice leaves behind, such as sealing audit entries, shouldn't fall into the next one. */
const pauseMs = 150

/** Runs A, B, A, B, …; returns the figures of each side, in their order. */
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

/** One side over another, slice by slice. */
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
