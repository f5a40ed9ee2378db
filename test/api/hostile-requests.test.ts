/** Hostile requests with malformed bodies, wrong content types, and malicious headers or cookies. */
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Person } from '#test/support/builders.ts'
import { fillIn, readJson, readRefusal, type RawRequest } from '#test/support/caller.ts'
import { fingerprint } from '#test/support/counts.ts'
import { openDesk, type Desk } from '#test/support/desk.ts'
import { security } from '#test/support/requirements.ts'
import { rowsOfTheTable, sampleInput } from '#test/support/rows-of-the-table.ts'

let desk: Desk
let admin: Person
let subjects: Parameters<typeof sampleInput>[1]
beforeAll(async () => {
  desk = await openDesk({ RATE_LIMIT: 'off', TRUST_PROXY: '127.0.0.1' })
  admin = await desk.makeAdmin()
  const loan = await desk.makeLoan()
  const { id } = await desk.makeCommitment(admin, loan, { isSoftCommit: 'true' })
  const pending = await desk.makePending()
  subjects = { loanId: loan.id, id, userId: pending.id, fileUrl: 'documents/none' }
})
afterAll(() => desk.close())

const json = { 'content-type': 'application/json' }
const withBody = rowsOfTheTable.filter(([, row]) => row.body !== undefined)

describe.each(withBody)('hostile requests to %s', (name, row) => {
  const sendRaw = (raw: RawRequest) =>
    admin.request(row.method, fillIn(row.path, sampleInput(name, subjects).params), raw)
  // The body can be empty if all its fields are optional.
  const needsNothing = row.body?.safeParse({}).success

  it("rejects a request body that isn't JSON", async () => {
    const before = await fingerprint(desk)
    const bodies: (string | Buffer)[] = [
      '{',
      '}',
      '{"a":}',
      "{'a':1}",
      '{"a":1,}',
      '{"a":NaN}',
      '{"a":"\n"}',
      'undefined',
      '\0',
      '<xml/>',
      'a=1&b=2',
      '[',
      '{}{}',
      Buffer.from([0xff, 0xfe, 0x7b, 0x00]),
      '['.repeat(100_000),
    ]
    for (const body of bodies) {
      const reply = await sendRaw({ headers: json, body })
      expect(reply.status).toBe(400)
      expect(readRefusal(reply).message).toBe("The request can't be read")
    }
    expect(await fingerprint(desk)).toEqual(before)
  })

  it("rejects a JSON body that isn't an object", async () => {
    const before = await fingerprint(desk)
    for (const body of ['[]', '[{}]', '"text"', '5', 'true', '1e400', '[[[[]]]]']) {
      const reply = await sendRaw({ headers: json, body })
      expect(reply.status).toBe(400)
      expect(readRefusal(reply).message).toBe('The request must be a JSON object')
    }
    if (!needsNothing)
      for (const body of ['null', '{}', '', '{"__proto__":{"loanId":"x"}}', '{"constructor":1}']) {
        const reply = await sendRaw({ headers: json, body })
        expect(reply.status).toBe(400)
        expect(Object.keys(readRefusal(reply).fields ?? {})).not.toEqual([])
      }
    expect(await fingerprint(desk)).toEqual(before)
  })

  it('rejects request bodies with a missing or wrong content type', async () => {
    security('1.5.1', '3.5.2')
    const before = await fingerprint(desk)
    const body = JSON.stringify(sampleInput(name, subjects).body)
    const types = [
      'text/plain',
      'text/html',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/xml',
      'application/octet-stream',
      'application/jsonp',
      'json',
      '*/*',
    ]
    for (const type of types) {
      const reply = await sendRaw({ headers: { 'content-type': type }, body })
      expect(reply.status, type).toBe(415)
      expect(readRefusal(reply)).toEqual({
        message: 'The request must be JSON (Content-Type: application/json)',
        code: 'not_json',
      })
    }
    const untyped = await sendRaw({ body })
    expect(untyped.status).toBe(415)
    expect(await fingerprint(desk)).toEqual(before)
  })

  it('rejects a request body with a Content-Encoding header', async () => {
    const before = await fingerprint(desk)
    const body = gzipSync(JSON.stringify(sampleInput(name, subjects).body))
    for (const coding of ['gzip', 'br', 'deflate', 'identity, gzip', 'x']) {
      const reply = await sendRaw({ headers: { ...json, 'content-encoding': coding }, body })
      expect(reply.status, coding).toBe(415)
      expect(reply.headers['accept-encoding']).toBe('identity')
      expect(readRefusal(reply)).toEqual({
        message: 'Send the body as it is, without a Content-Encoding',
        code: 'encoded',
      })
    }
    const plain = await sendRaw({ headers: { ...json, 'content-encoding': 'Identity' }, body: '{' })
    expect(plain.status).toBe(400)
    expect(await fingerprint(desk)).toEqual(before)
  })

  it('rejects a request body whose declared or actual length is too large', async () => {
    const before = await fingerprint(desk)
    const body = JSON.stringify({
      ...(sampleInput(name, subjects).body as object),
      more: 'x'.repeat(300_000),
    })
    const stated = await sendRaw({ headers: json, body })
    expect(stated.status).toBe(413)
    expect(readRefusal(stated)).toEqual({
      message: 'The request is too large',
      code: 'too_large',
    })
    const chunked = await sendRaw({ headers: { ...json, 'transfer-encoding': 'chunked' }, body })
    expect(chunked.status).toBe(413)
    expect(readRefusal(chunked).code).toBe('too_large')
    expect(await fingerprint(desk)).toEqual(before)
  })
})

it("validates a request's origin, session, role, size, content type, content, and referenced records, in that order", async () => {
  const pending = await desk.makePending()
  const huge = { headers: { ...json }, body: `"${'x'.repeat(300_000)}"` }
  const path = '/api/messages'
  const foreign = { ...huge, headers: { ...json, origin: 'https://evil.example' } }
  const status = async (who: typeof admin, raw: RawRequest, at = path) =>
    (await who.request('POST', at, raw)).status
  expect(await status(admin, foreign)).toBe(403)
  expect((await desk.visitor().request('POST', path, huge)).status).toBe(401)
  expect(await status(pending, huge)).toBe(403)
  expect(await status(admin, huge)).toBe(413)
  expect(await status(admin, { headers: { 'content-type': 'text/plain' }, body: '{' })).toBe(415)
  expect(await status(admin, { headers: json, body: '{' })).toBe(400)
  const missing = `/api/commitments/${subjects.userId}/make-binding`
  expect(await status(admin, { headers: json, body: '{"amount":5}' }, missing)).toBe(400)
  expect(await status(admin, { headers: json, body: '{}' }, missing)).toBe(404)
})

it("doesn't let prototype keys in a request body set a role or name", async () => {
  security('1.5.2', '15.3.3', '15.3.6')
  const lender = await desk.makeLender()
  const body =
    '{"firstName":"A","lastName":"B","__proto__":{"isAdmin":"true"},' +
    '"constructor":{"prototype":{"isAdmin":true}},"toString":1,"hasOwnProperty":2}'
  const reply = await lender.request('PATCH', '/api/auth/user', { headers: json, body })
  expect(reply.status).toBe(200)
  expect(readJson(reply)).toMatchObject({ isAdmin: 'false', firstName: 'A' })
  expect(await lender.call('getCurrentUser')).toMatchObject({ isAdmin: 'false' })
  expect(Object.hasOwn(Object.prototype, 'isAdmin')).toBe(false)
})

it('ignores or rejects malicious request headers', async () => {
  const before = await fingerprint(desk)
  const odd = [
    '',
    ' ',
    'x'.repeat(4000),
    "'; drop table users; --",
    'ÿþ',
    '%00',
    '1e400',
    '-1',
    ',,,',
  ]
  const names = [
    'x-forwarded-for',
    'x-forwarded-host',
    'x-forwarded-proto',
    'accept',
    'range',
    'if-none-match',
    'accept-encoding',
    'x-request-id',
    'cookie',
    'sec-fetch-site',
    'referer',
    'authorization',
    'x-http-method-override',
  ]
  const login = JSON.stringify({ email: 'nobody@example.com', password: 'wrong' })
  for (const header of names)
    for (const value of odd) {
      const get = await desk
        .visitor()
        .request('GET', '/api/loans', { headers: { [header]: value } })
      expect(get.status, `${header}: ${value}`).toBe(200)
      const headers = { ...json, [header]: value }
      const post = await desk.visitor().request('POST', '/api/auth/login', { headers, body: login })
      expect([401, 403], `${header}: ${value}`).toContain(post.status)
      readRefusal(post)
    }
  for (const key of ['', 'x'.repeat(201), 'a b', 'ÿ', 'a\tb']) {
    const reply = await admin.request('POST', '/api/commitments', {
      headers: { ...json, 'idempotency-key': key },
      body: JSON.stringify({ loanId: subjects.loanId, percentage: '1' }),
    })
    expect(reply.status, key).toBe(400)
  }
  expect(await fingerprint(desk)).toEqual(before)
})

it('rejects an unknown Expect header in the usual error format', async () => {
  security('3.4.4')
  const reply = await desk.visitor().request('GET', '/api/loans', { headers: { expect: 'x' } })
  expect(reply.status).toBe(417)
  expect(readRefusal(reply).code).toBe('not_expected')
  expect(reply.headers['x-content-type-options']).toBe('nosniff')
  expect(reply.headers['content-security-policy']).toContain('default-src')
})

it('throttles clients even if a trusted proxy sends malformed IP addresses', async () => {
  const throttled = await openDesk({ TRUST_PROXY: '127.0.0.1' })
  try {
    const body = JSON.stringify({ email: 'nobody@example.com', password: 'wrong' })
    for (const address of [
      'unknown',
      "'; drop",
      '999.1.1.1',
      '::',
      '::ffff:1.2.3.4',
      'x'.repeat(4000),
      '1.2.3.4:80',
      '[::1]:80',
      'fe80::1%eth0',
    ]) {
      const headers = { ...json, 'x-forwarded-for': address }
      const reply = await throttled.visitor().request('POST', '/api/auth/login', { headers, body })
      expect([401, 429], address).toContain(reply.status)
    }
    expect(throttled.errors).toEqual([])
  } finally {
    await throttled.close()
  }
})

it("doesn't log hostile requests as errors", () => {
  expect(desk.errors).toEqual([])
})
