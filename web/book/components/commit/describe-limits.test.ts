import { wholePercent } from '#domain/money.ts'
import { expect, test } from 'vitest'
import { describeLimits } from './describe-limits.ts'

const share = (percentage: number | null) => (percentage === null ? null : wholePercent(percentage))

test.each([
  [5, 25, 'Between 5% and 25% for one lender.'],
  [null, 25, 'At most 25% for one lender.'],
  [5, null, 'At least 5% for one lender.'],
  [25, 25, 'Exactly 25% for one lender.'],
  [null, null, null],
])('describes shares from %s to %s', (minimum, maximum, text) => {
  expect(describeLimits({ minShare: share(minimum), maxShare: share(maximum) })).toBe(text)
})
