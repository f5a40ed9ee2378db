/**
 * The oracle judges responses to hostile requests. If it missed faulty responses, the tests with hostile requests would
 * prove nothing.
 */
import { security } from '#test/support/requirements.ts'
import { writeFile } from 'node:fs/promises'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { complaintsAbout } from '#test/tools/hostile/oracle.ts'
import type { HostileRequest } from '#test/tools/hostile/requests.ts'
import { toBytes } from '#test/tools/hostile/send.ts'
import { tokens, type Ids } from '#test/tools/hostile/tokens.ts'
import { openTraps } from '#test/tools/hostile/traps.ts'
import { markup, smuggledHeader, templateProduct } from '#test/tools/hostile/values.ts'
import { readAnswers, type RawAnswer } from '#test/tools/hostile/wire.ts'
import { expect, it } from 'vitest'

const headers: [string, string][] = [
  ['content-type', 'application/json; charset=utf-8'],
  ['content-security-policy', "default-src 'none'"],
  ['x-content-type-options', 'nosniff'],
]
const refusal = '{"message":"This was not found","code":"not_found"}'

function judge(changed: Partial<RawAnswer>, pathname = '/api/loans') {
  const answer = { status: 404, headers, text: refusal, ...changed }
  const answers = [{ ...answer, bytes: Buffer.from(answer.text) }]
  const secrets = [{ text: 'Canary', what: "somebody else's name" }]
  return complaintsAbout({ answers, tookMs: 1, trouble: null }, pathname, secrets)
}
const inRefusal = (words: string) => `{"message":${JSON.stringify(words)},"code":"invalid"}`
const withHeader = (name: string, value: string): [string, string][] => [
  ...headers.filter(([each]) => each !== name),
  [name, value],
]

it('accepts both error and success responses to hostile requests', () => {
  expect(judge({})).toEqual([])
  expect(judge({ status: 200, text: '[]' })).toEqual([])
  expect(judge({ status: 204, text: '' })).toEqual([])
  expect(judge({ status: 304, text: '' })).toEqual([])
  expect(judge({ status: 201, headers: withHeader('location', '/api/loans/1') })).toEqual([])
})

it.each([
  { what: 'an error', changed: { status: 500 } },
  ...[300, 301, 302, 303, 307, 308].map((status) => ({ what: `a ${status}`, changed: { status } })),
  ...[
    '//elsewhere.example',
    '\\\\elsewhere.example',
    'https://elsewhere.example/',
    'javascript:1',
  ].map((to) => ({ what: `Location: ${to}`, changed: { headers: withHeader('location', to) } })),
  { what: 'a stack trace', changed: { text: inRefusal('x\n    at serve (/app/mount.js:1:2)') } },
  { what: 'a path', changed: { text: inRefusal('in /srv/dist/server/main.js') } },
  { what: 'SQL', changed: { text: inRefusal('select id from users') } },
  { what: 'a database message', changed: { text: inRefusal('duplicate key value') } },
  { what: 'a column name', changed: { status: 200, text: '{"token_hash":"x"}' } },
  { what: 'a password hash', changed: { status: 200, text: '"$argon2id$v=19$m"' } },
  { what: 'an evaluated template', changed: { status: 200, text: `"${templateProduct}"` } },
  { what: 'a secret', changed: { status: 200, text: '[{"name":"Canary"}]' } },
  { what: 'a secret in a header', changed: { headers: withHeader('location', '/Canary') } },
  { what: 'an error in another format', changed: { text: '{"error":"no"}' } },
  { what: 'an error that is not JSON', changed: { text: 'no' } },
  { what: 'a smuggled header', changed: { headers: withHeader(smuggledHeader, 'yes') } },
  {
    what: 'no content security policy',
    changed: { headers: withHeader('content-security-policy', '') },
  },
  { what: 'no content type', changed: { headers: withHeader('content-type', '') } },
  { what: 'no charset', changed: { headers: withHeader('content-type', 'text/plain') } },
  {
    what: 'no protection against content sniffing',
    changed: { headers: withHeader('x-content-type-options', '') },
  },
  {
    what: 'unescaped markup',
    changed: { text: markup, headers: withHeader('content-type', 'text/html') },
  },
])('reports $what in the response to a hostile request', ({ changed }) => {
  security('3.7.2', '4.1.1')
  expect(judge(changed)).not.toEqual([])
})

it('reports servers contacted and commands executed through hostile requests, or nothing if there are none', async () => {
  security('1.2.5', '1.3.6')
  const traps = await openTraps()
  try {
    expect(await traps.complaints()).toEqual([])
    const { '~canary~': canary, '~marker~': marker } = traps.meanings
    await fetch(`http://${canary}/picture.png`).catch(() => {})
    expect(await traps.complaints()).toEqual([
      expect.stringMatching(/^asked an address of the caller: "GET \/picture.png HTTP/),
    ])
    await writeFile(marker, '')
    expect(await traps.complaints()).toContain(`ran a command of the caller, which made ${marker}`)
  } finally {
    await traps.close()
  }
})

it("replaces a hostile request's placeholders with payloads and preserves the URL's structure", () => {
  const request: HostileRequest = {
    ...{ name: 'updateLoan', role: 'admin', method: 'PATCH', framing: 'length', isSignedIn: true },
    address: '/api/loans/~canary~?q=~marker~',
    headers: [['referer', 'http://~canary~/']],
    body: Buffer.from('{"title":"$(touch ~marker~)"}'),
  }
  const traps = { '~canary~': '127.0.0.1:1', '~marker~': '/tmp/x/made' }
  const meanings = { ...(Object.fromEntries(tokens.map((each) => [each, each])) as Ids), ...traps }
  const text = toBytes(request, { address: 'http://x', cookie: null, meanings }).toString()
  expect(text).toContain('PATCH /api/loans/127.0.0.1%3A1?q=%2Ftmp%2Fx%2Fmade HTTP/1.1')
  expect(text).toContain('referer: http://127.0.0.1:1/\r\n')
  expect(text).toContain('{"title":"$(touch /tmp/x/made)"}')
})

it('reports a connection that closes before or during a response', () => {
  const trouble = 'no answer'
  expect(complaintsAbout({ answers: [], tookMs: 1, trouble }, '/', [])).toEqual([trouble])
  expect(() =>
    readAnswers(Buffer.from('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nx'), false),
  ).toThrow('8 bytes of a body are missing')
})

it('parses several HTTP responses in one stream, chunked or with a content length', () => {
  const stream =
    'HTTP/1.1 100 Continue\r\n\r\n' +
    'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n2\r\nab\r\n1\r\nc\r\n0\r\n\r\n' +
    'HTTP/1.1 400 Bad Request\r\nContent-Length: 1\r\n\r\nx'
  const answers = readAnswers(Buffer.from(stream), false)
  expect(answers.map(({ status, text }) => `${status} ${text}`)).toEqual(['200 abc', '400 x'])
})

it.each([
  ['br', brotliCompressSync],
  ['gzip', gzipSync],
] as const)('reads the text of an HTTP response compressed with %s', (encoding, compress) => {
  const body = compress(refusal)
  const head = `HTTP/1.1 404 Not Found\r\ncontent-encoding: ${encoding}\r\ncontent-length: ${body.length}\r\n\r\n`
  expect(readAnswers(Buffer.concat([Buffer.from(head), body]), false)).toMatchObject([
    { text: refusal },
  ])
})
