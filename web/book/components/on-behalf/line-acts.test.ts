import { expect, test } from 'vitest'
import type { Percent } from '#domain/money.ts'
import { lineActs } from './line-acts.ts'

const line = (
  isSoft: boolean,
  percentage = '15.00',
  status: 'active' | 'withdrawn' = 'active',
) => ({
  status,
  isReachable: 'true' as const,
  isSoftCommit: isSoft ? ('true' as const) : ('false' as const),
  percentage: percentage as Percent,
})
const loan = { status: 'open', committedPercentage: '80.00' as Percent } as const
const namesOf = (...given: Parameters<typeof lineActs>) =>
  lineActs(...given).map(({ name }) => name)

test('offers what the state of a line allows', () => {
  expect(namesOf(line(true), loan)).toEqual(['Make Binding', 'Change', 'Withdraw', 'Message'])
  expect(namesOf(line(false), loan)).toEqual(['Message', 'Release'])
  expect(namesOf(line(true), { status: 'funded' })).toEqual(['Message'])
  expect(namesOf(line(true, '15.00', 'withdrawn'), loan)).toEqual([])
  expect(namesOf({ ...line(false), isReachable: 'false' }, loan)).toEqual(['Release'])
})
