import type { FundingDay } from '#contract/book/shapes.ts'
import type { Percent } from '#domain/money.ts'
import { expect, it } from 'vitest'
import { funding } from './funding-shape.ts'

const at = (day: string, committed: string, soft: string): FundingDay => ({
  day,
  committedPercentage: committed as Percent,
  softPercentage: soft as Percent,
})

it('draws the shares at the end of each day as a step and extends the chart through today', () => {
  const days = [
    at('2026-11-01', '20.00', '0.00'),
    at('2026-11-06', '20.00', '30.00'),
    at('2026-11-09', '50.00', '0.00'),
  ]
  expect(funding(days, new Date('2026-11-11T00:00:00Z'))).toEqual({
    binding: 'M0 100H0V80H50V80H80V50H100V100Z',
    all: 'M0 100H0V80H50V50H80V50H100V100Z',
    top: '100.00',
    lefts: [0, 50, 80],
  })
})

it('draws the funding chart for a single day and makes room for soft shares that exceed the loan', () => {
  expect(funding([at('2026-11-01', '50.00', '150.00')], new Date('2026-11-01T12:00:00Z'))).toEqual({
    binding: 'M0 100H0V75H100V100Z',
    all: 'M0 100H0V0H100V100Z',
    top: '200.00',
    lefts: [0],
  })
})
