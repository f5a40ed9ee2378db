import { expect, it } from 'vitest'
import { geometricMean, median, percentile, spreadOf } from './statistics.ts'

it('takes the middle of an odd number of values, and the mean of the middle two of an even one', () => {
  expect(median([5, 1, 3])).toBe(3)
  expect(median([4, 1, 3, 2])).toBe(2.5)
  expect(median([])).toBeNaN()
})

it('interpolates a percentile between its neighbors', () => {
  const values = Array.from({ length: 101 }, (_, index) => index)
  expect(percentile(values, 99)).toBe(99)
  expect(percentile([10, 20], 25)).toBe(12.5)
})

it('gives the median with the lowest and the highest value', () => {
  expect(spreadOf([3, 1, 2])).toEqual({ median: 2, low: 1, high: 3 })
})

it('averages ratios so that twice and half give 1', () => {
  expect(geometricMean([2, 0.5])).toBeCloseTo(1)
})
