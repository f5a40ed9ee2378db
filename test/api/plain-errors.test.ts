/** Every failed request gets a plain error message without stack traces, SQL, or other internals. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Person } from '#test/support/builders.ts'
import { isRefusal } from '#test/support/caller.ts'
import { requestText, say } from '#test/support/conversation.ts'
import { openDesk, type Desk } from '#test/support/desk.ts'
import { security } from '#test/support/requirements.ts'

let desk: Desk
let admin: Person
let loanId: string
beforeAll(async () => {
  desk = await openDesk({ RATE_LIMIT: 'off' })
  admin = await desk.makeAdmin()
  loanId = (await desk.makeLoan()).id
})
afterAll(() => desk.close())

const json = { 'Content-Type': 'application/json' }
const sized = (body: string) => ({ ...json, 'Content-Length': String(body.length) })
const login = 'POST /api/auth/login'
const chunked = { ...json, 'Transfer-Encoding': 'chunked' }
const huge = 'x'.repeat(300_000)

const hints =
  /\bat \S+ \(|node:|\.[cm]?[jt]s\b|select .* from|insert into|[Dd]rizzle|[Pp]ostgres|\bpg\b|[Ff]astify|\b(FST|ERR|HPE)_|params|constraint|relation|syntax|\bE[A-Z]{4,}\b|\/(tmp|home|work|root|usr)\//

const ways: Record<string, { text: () => string; status: number }> = {
  'a request that isn’t HTTP': { text: () => 'NONSENSE\r\n\r\n', status: 400 },
  'TLS on the plain port': {
    text: () => '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
    status: 400,
  },
  'no Host header': {
    text: () => 'GET /api/loans HTTP/1.1\r\nConnection: close\r\n\r\n',
    status: 400,
  },
  'an unsupported Expect header': {
    text: () => requestText('GET /api/loans', { Expect: 'much' }),
    status: 417,
  },
  'HTTP/2 without an upgrade': { text: () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', status: 400 },
  'an invalid method': { text: () => requestText('BREW /api/loans'), status: 400 },
  'a URL that can’t be decoded': {
    text: () => requestText('GET /api/loans/%zz'),
    status: 404,
  },
  'an unknown URL': { text: () => requestText('GET /api/nothing'), status: 404 },
  'an invalid id': { text: () => requestText('GET /api/loans/x'), status: 404 },
  'an unsupported method': { text: () => requestText('PUT /api/loans'), status: 405 },
  'a header section that is too long': {
    text: () => requestText('GET /api/loans', { 'X-Long': 'a'.repeat(20_000) }),
    status: 431,
  },
  'a URL that is too long': {
    text: () => requestText(`GET /${'a'.repeat(20_000)}`),
    status: 431,
  },
  'too many headers': {
    text: () =>
      requestText(
        'GET /api/loans',
        Object.fromEntries(Array.from({ length: 120 }, (_, index) => [`X-${index}`, 'a'])),
      ),
    status: 431,
  },
  'a body with a declared length that is too large': {
    text: () => requestText(login, sized(huge), huge),
    status: 413,
  },
  'a chunked body that is too large': {
    text: () => requestText(login, chunked, `${huge.length.toString(16)}\r\n${huge}\r\n0\r\n\r\n`),
    status: 413,
  },
  'a body that isn’t JSON': {
    text: () => requestText(login, sized('{"a":'), '{"a":'),
    status: 400,
  },
  'a body with another content type': {
    text: () => requestText(login, { ...sized('a=1'), 'Content-Type': 'text/plain' }, 'a=1'),
    status: 415,
  },
  'a body with invalid fields': { text: () => requestText(login, sized('[]'), '[]'), status: 400 },
  'a query with invalid fields': { text: () => requestText('GET /api/loans?limit=x'), status: 400 },
  'a NUL in a query': { text: () => requestText('GET /api/loans?search=%00'), status: 400 },
  'a request without a session': { text: () => requestText('GET /api/admin/users'), status: 401 },
  'a request from another site': {
    text: () => requestText('POST /api/auth/logout', { Origin: 'https://evil.example' }),
    status: 403,
  },
  'a missing file': {
    text: () => requestText('GET /objects/documents/none', { Cookie: admin.cookie ?? '' }),
    status: 404,
  },
  'an upload without a token': {
    text: () => requestText('PUT /api/uploads/.private/documents/none', { 'Content-Length': '0' }),
    status: 403,
  },
}

it.each(Object.entries(ways))('returns a plain error: %s', async (_name, { text, status }) => {
  security('13.4.2', '16.5.1')
  const answer = await say(desk.address, text())
  expect(answer.status, answer.head).toBe(status)
  expect(isRefusal(JSON.parse(unchunked(answer.body))), answer.body).toBe(true)
  expect(answer.body).not.toMatch(hints)
  expect(answer.head).toMatch(/^cache-control: no-store\r?$/im)
  expect(answer.head).toMatch(/^content-security-policy: default-src 'none'/im)
  expect(desk.errors).toEqual([])
})

const unchunked = (body: string) => body.slice(body.indexOf('{'), body.lastIndexOf('}') + 1)

it("accepts HTTP/1.0 requests, which don't need a Host header", async () => {
  const answer = await say(desk.address, 'GET /api/loans HTTP/1.0\r\n\r\n')
  expect(answer.status, answer.head).toBe(200)
})

/** Renaming a table makes handlers fail unexpectedly with an error that contains SQL and parameter values. */
it.each([
  { table: 'favorites', line: () => 'GET /api/favorites', body: '' },
  { table: 'documents', line: () => 'GET /objects/documents/none', body: '' },
  { table: 'commitments', line: () => `GET /api/admin/loans/${loanId}/book.csv`, body: '' },
  {
    table: 'messages',
    line: () => 'POST /api/messages',
    body: () => JSON.stringify({ loanId, message: 'Is it "safe"?' }),
  },
])('hides a database error in $table from the caller', async ({ table, line, body }) => {
  security('16.5.1')
  const sent = typeof body === 'function' ? body() : body
  await desk.rows(`alter table ${table} rename to lost`)
  try {
    const headers = { Cookie: admin.cookie ?? '', ...(sent && sized(sent)) }
    const answer = await say(desk.address, requestText(line(), headers, sent))
    expect(answer.status).toBe(500)
    expect(JSON.parse(unchunked(answer.body))).toEqual({
      message: 'Something went wrong on our side. Try again.',
      code: 'internal',
    })
    expect(desk.errors.splice(0).join('')).toContain('42P01')
  } finally {
    await desk.rows(`alter table lost rename to ${table}`)
  }
})
