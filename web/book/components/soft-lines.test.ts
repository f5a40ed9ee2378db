import type { Commitment } from '#contract/book/commitments.ts'
import type { Loan } from '#contract/loans/shapes.ts'
import { wholePercent } from '#domain/money.ts'
import { expect, test } from 'vitest'
import { shortageOf, softLines } from './soft-lines.ts'

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

test('every indication can be made binding that fits into what is left, whatever else is held', () => {
  const [five, six, forty] = [line(5), line(6), line(40)]
  const others = [line(10, { isSoftCommit: 'false' }), line(7, { status: 'withdrawn' })]
  expect(softLines([five, ...others, forty, six], loan(94))).toEqual({
    fitting: [five, six],
    short: [forty],
  })
  expect(softLines([five, six], loan(95))).toEqual({ fitting: [five], short: [six] })
})

test('none can once the loan is funded', () => {
  expect(softLines([line(5)], loan(0, 'funded'))).toEqual({ fitting: [], short: [] })
})

test('says why an indication does not fit', () => {
  expect(shortageOf(line(6), loan(94))).toBeNull()
  expect(shortageOf(line(40), loan(70))).toBe(
    'Only 30% is left: lower your share to make it binding.',
  )
  expect(shortageOf(line(40), loan(70), 'your 40%')).toBe(
    'Only 30% is left: lower your 40% to make it binding.',
  )
  expect(shortageOf(line(40), loan(100))).toBe('Binding commitments have taken the whole loan.')
})
