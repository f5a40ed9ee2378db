import type { Commitment } from '#contract/book/commitments.ts'
import type { Loan } from '#contract/loans/shapes.ts'
import { wholePercent } from '#domain/money.ts'
import { expect, test } from 'vitest'
import { firmableLine } from './firmable-line.ts'

const line = (
  share: number,
  change: Partial<Pick<Commitment, 'status' | 'isSoftCommit'>> = {},
) => ({
  status: 'active' as const,
  isSoftCommit: 'true' as const,
  percentage: wholePercent(share),
  ...change,
})
const loan = (committed: number, status: Loan['status'] = 'open') => ({
  status,
  committedPercentage: wholePercent(committed),
})

test('is the only indication, whatever else is held', () => {
  const soft = line(5)
  const binding = line(10, { isSoftCommit: 'false' })
  const withdrawn = line(7, { status: 'withdrawn' })
  expect(firmableLine([binding, soft, withdrawn], loan(10))).toBe(soft)
})

test('is not offered among several, without any, above what is available, or once the loan is funded', () => {
  expect(firmableLine([line(5), line(6)], loan(0))).toBeUndefined()
  expect(firmableLine([line(5, { isSoftCommit: 'false' })], loan(5))).toBeUndefined()
  expect(firmableLine([line(5)], loan(95))).toBeDefined()
  expect(firmableLine([line(5)], loan(96))).toBeUndefined()
  expect(firmableLine([line(5)], loan(0, 'funded'))).toBeUndefined()
})
