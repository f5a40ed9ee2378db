import { expect, test } from 'vitest'
import { commitAttempts } from './commit-attempt.ts'

const body = { loanId: 'a', percentage: '10', amount: '250000.00', isSoftCommit: 'false' }

function counting() {
  let made = 0
  return commitAttempts(() => `key-${++made}`)
}

test('a request whose answer was lost is repeated with its key', () => {
  const attempts = counting()
  expect(attempts.keyFor(body)).toBe('key-1')
  expect(attempts.keyFor({ ...body })).toBe('key-1')
})

test('a changed input gets a new key', () => {
  const attempts = counting()
  attempts.keyFor(body)
  expect(attempts.keyFor({ ...body, percentage: '11' })).toBe('key-2')
  expect(attempts.keyFor(body)).toBe('key-3')
})

test('after a definite answer, the same figures get a new key', () => {
  const attempts = counting()
  attempts.keyFor(body)
  attempts.decided()
  expect(attempts.keyFor(body)).toBe('key-2')
})

test('keys are random texts', () => {
  const keys = new Set(Array.from({ length: 50 }, () => commitAttempts().keyFor(body)))
  expect(keys.size).toBe(50)
  for (const key of keys) expect(key).toMatch(/^[\da-f-]{32,36}$/)
})
