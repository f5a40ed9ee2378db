import { expect, test } from 'vitest'
import { entryActs } from './entry-acts.ts'

const soft = {
  status: 'active',
  isReachable: 'true',
  can: ['change', 'withdraw', 'makeBinding'],
} satisfies Parameters<typeof entryActs>[0]
const namesOf = (...given: Parameters<typeof entryActs>) =>
  entryActs(...given).map(({ name }) => name)

test('offers the actions listed in the response, and offers to send a message if the lender can be reached', () => {
  expect(namesOf(soft)).toEqual(['Make Binding', 'Change', 'Withdraw', 'Message'])
  expect(namesOf({ ...soft, can: ['release'] })).toEqual(['Message', 'Release'])
  expect(namesOf({ ...soft, can: [] })).toEqual(['Message'])
  expect(namesOf({ ...soft, status: 'withdrawn', can: [] })).toEqual([])
  expect(namesOf({ ...soft, isReachable: 'false', can: ['release'] })).toEqual(['Release'])
})
