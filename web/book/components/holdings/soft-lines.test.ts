import type { Commitment } from '#contract/book/commitments.ts'
import { wholePercent } from '#domain/money.ts'
import { spec } from '#test/support/requirements.ts'
import { expect, test } from 'vitest'
import { boundOnceDecided, shortageOf, softLines } from './soft-lines.ts'

const line = (share: number, can: Commitment['can'] = ['change', 'withdraw', 'makeBinding']) => ({
  percentage: wholePercent(share),
  can,
})
const loan = (committed: number) => ({ committedPercentage: wholePercent(committed) })

test('offers to make each soft commitment binding if it fits the remaining share', () => {
  spec('2.7.7')
  const [five, six, forty] = [line(5), line(6), line(40)]
  const others = [line(10, []), line(7, ['release'])]
  expect(softLines([five, ...others, forty, six], loan(94))).toEqual({
    fitting: [five, six],
    short: [forty],
  })
  expect(softLines([five, six], loan(95))).toEqual({ fitting: [five], short: [six] })
})

test("explains why a soft commitment larger than the remaining share can't be made binding", () => {
  expect(shortageOf(line(6), loan(94))).toBeNull()
  expect(shortageOf(line(40), loan(70))).toBe(
    'Only 30% is left: lower your share to make it binding.',
  )
  expect(shortageOf(line(40), loan(70), 'your 40%')).toBe(
    'Only 30% is left: lower your 40% to make it binding.',
  )
  expect(shortageOf(line(40), loan(100))).toBe('Binding commitments have taken the whole loan.')
})

test('says until when a soft share can be bound, and when the proposed terms come too late for that', () => {
  const commitmentDeadline = '2026-12-01T21:00:00.000Z'
  const pending = { commitmentDeadline, isTermsPending: 'true' as const }
  expect(boundOnceDecided({ ...pending, termsRespondBy: '2026-11-30T21:00:00.000Z' })).toBe(
    'Can be bound once the new terms are decided, until Dec 1, 4:00 PM',
  )
  expect(boundOnceDecided({ ...pending, termsRespondBy: '2026-12-04T21:00:00.000Z' })).toBe(
    'The new terms may be decided after the deadline of Dec 1',
  )
})
