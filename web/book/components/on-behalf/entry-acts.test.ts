import { expect, test } from 'vitest'
import type { Percent } from '#domain/money.ts'
import { entryActs } from './entry-acts.ts'

const entry = (
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
const namesOf = (...given: Parameters<typeof entryActs>) =>
  entryActs(...given).map(({ name }) => name)

test('offers what the state of an entry allows', () => {
  expect(namesOf(entry(true), loan)).toEqual(['Make Binding', 'Change', 'Withdraw', 'Message'])
  expect(namesOf(entry(false), loan)).toEqual(['Message', 'Release'])
  expect(namesOf(entry(true), { status: 'funded' })).toEqual(['Message'])
  expect(namesOf(entry(true, '15.00', 'withdrawn'), loan)).toEqual([])
  expect(namesOf({ ...entry(false), isReachable: 'false' }, loan)).toEqual(['Release'])
})
