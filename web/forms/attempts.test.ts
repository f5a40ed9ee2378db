import { expect, test } from 'vitest'
import { ApiError, ConnectionError } from '#web/api/client.ts'
import { keyedAttempts } from './attempts.ts'

const body = { loanId: 'a', percentage: '10', amount: '250000.00', isSoftCommit: 'false' }
const other = { ...body, percentage: '11' }
const newTerms = { ...body, amount: '260000.00' }

const lost = new ConnectionError(null)
const refused = (status: number) => new ApiError(status, 'Refused', null)

function counting() {
  let made = 0
  const { send, doubtAbout } = keyedAttempts(() => `key-${++made}`)
  const keyOf = async (sent: object, answer: Error | 'made' = 'made') => {
    let key = ''
    const attempt = send(sent, async (headers) => {
      key = headers['idempotency-key']
      if (answer !== 'made') throw answer
    })
    await (answer === 'made' ? attempt : expect(attempt).rejects.toBe(answer))
    return key
  }
  return { keyOf, doubtAbout }
}

test.each([lost, refused(500), refused(502), refused(503)])(
  'reuses the idempotency key for a request whose outcome is unknown: %s',
  async (unknown) => {
    const { keyOf, doubtAbout } = counting()
    expect(doubtAbout(body)).toBeNull()
    expect(await keyOf(body, unknown)).toBe('key-1')
    expect(doubtAbout({ ...body })).toBe('same')
    expect(await keyOf({ ...body })).toBe('key-1')
    expect(doubtAbout(body)).toBeNull()
  },
)

test('uses the same idempotency key for a double click', async () => {
  const { keyOf } = counting()
  expect(await Promise.all([keyOf(body), keyOf(body)])).toEqual(['key-1', 'key-1'])
})

test('uses a new idempotency key for a different share or different terms, and treats the earlier attempt as unresolved', async () => {
  const { keyOf, doubtAbout } = counting()
  await keyOf(body, lost)
  for (const changed of [other, newTerms]) expect(doubtAbout(changed)).toBe('another')
  expect(await keyOf(other, refused(409))).toBe('key-2')
  expect(doubtAbout(other)).toBe('another')
  expect(await keyOf(newTerms, lost)).toBe('key-3')
  expect(doubtAbout(newTerms)).toBe('same')
  expect(doubtAbout(body)).toBe('same')
  expect(await keyOf(body)).toBe('key-1')
})

test('uses a new idempotency key for the same values once the outcome is known', async () => {
  const { keyOf, doubtAbout } = counting()
  expect(await keyOf(body)).toBe('key-1')
  expect(await keyOf(body, refused(409))).toBe('key-2')
  expect(await keyOf(body, refused(429))).toBe('key-3')
  expect(doubtAbout(body)).toBeNull()
  expect(await keyOf(body)).toBe('key-4')
})

test('treats an earlier attempt as unresolved if a request is rejected before its key is looked up', async () => {
  const { keyOf, doubtAbout } = counting()
  await keyOf(body, lost)
  for (const status of [401, 403, 429]) {
    expect(await keyOf(body, refused(status))).toBe('key-1')
    expect(doubtAbout(body)).toBe('same')
  }
  expect(await keyOf(body, refused(409))).toBe('key-1')
  expect(doubtAbout(body)).toBeNull()
})

test('generates random strings as idempotency keys', async () => {
  const keys = new Set<string>()
  for (const _ of Array.from({ length: 50 }))
    await keyedAttempts().send(body, async (headers) => keys.add(headers['idempotency-key']))
  expect(keys.size).toBe(50)
  for (const key of keys) expect(key).toMatch(/^[\da-f-]{32,36}$/)
})
