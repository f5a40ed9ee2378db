import { parseMoney, type Money } from '#domain/money.ts'
import { expect, it } from 'vitest'
import { weekShape } from './week-bars.ts'

const week = (binding: string, soft: string) => ({
  monday: '2026-11-23',
  bindingAmount: parseMoney(binding) as Money,
  softAmount: parseMoney(soft) as Money,
})

it("stacks weekly increases above the chart's zero line and decreases below it", () => {
  const weeks = [week('40.00', '20.00'), week('10.00', '-30.00'), week('-20.00', '-20.00')]
  const { bars, highest, lowest, zero } = weekShape(weeks)
  expect([highest, lowest, zero]).toEqual(['60.00', '-40.00', 60])
  const drawn = bars.map(({ binding, soft }) => [
    [binding.top, binding.height],
    [soft.top, soft.height],
  ])
  expect(drawn).toEqual([
    [
      [20, 40],
      [0, 20],
    ],
    [
      [50, 10],
      [60, 30],
    ],
    [
      [60, 20],
      [80, 20],
    ],
  ])
})

it('draws an empty bar for a week without changes', () => {
  const { bars, highest, lowest, zero } = weekShape([week('0.00', '0.00')])
  expect([highest, lowest, zero]).toEqual(['0.00', '0.00', 0])
  expect(bars.map(({ binding, soft }) => [binding.height, soft.height])).toEqual([[0, 0]])
})
