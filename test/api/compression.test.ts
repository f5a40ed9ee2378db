/** The server compresses responses for clients that accept compression, except files and responses with secrets. */
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { EndpointName } from '#contract/endpoints.ts'
import type { LooseInput, Reply } from '#test/support/caller.ts'
import type { Person } from '#test/support/builders.ts'
import { openDesk, type Desk } from '#test/support/desk.ts'
import { currentCode } from '#test/support/second-factor.ts'

let desk: Desk
let admin: Person
beforeAll(async () => {
  desk = await openDesk({ RATE_LIMIT: 'off' })
  admin = await desk.makeAdmin()
  for (let count = 0; count < 5; count += 1)
    await desk.makeLoan({
      title: `Pier ${count}`,
      summary: 'A warehouse at the water. '.repeat(20),
    })
})
afterAll(() => desk.close())

const asking = (
  caller: Person,
  name: EndpointName,
  coding: string | null,
  input: LooseInput = {},
) =>
  caller.send(name, {
    ...input,
    headers: { ...input.headers, ...(coding !== null && { 'accept-encoding': coding }) },
  })

const unpack: Record<string, (bytes: Buffer) => Buffer> = {
  br: brotliDecompressSync,
  gzip: gunzipSync,
}

const codingOf = ({ headers }: Reply) => headers['content-encoding']

/** Decompresses the response and checks that its Content-Length, if any, is the number of bytes sent. */
function plain(reply: Reply): string {
  const length = reply.headers['content-length']
  if (length !== undefined) expect(Number(length)).toBe(reply.bytes.length)
  const coding = codingOf(reply)
  return coding ? (unpack[coding]?.(reply.bytes) ?? Buffer.from('')).toString() : reply.text
}

describe('a long list', () => {
  it.each([
    ['br', 'br'],
    ['gzip', 'gzip'],
    ['gzip, deflate, br, zstd', 'br'],
    ['br;q=0, gzip', 'gzip'],
    ['GZIP;q=0.5', 'gzip'],
    ['*', 'gzip'],
    ['deflate', undefined],
    ['identity', undefined],
    ['identity;q=0', undefined],
    ['br;q=0', undefined],
    ['', undefined],
    ['nonsense;;;q=,,br=', undefined],
    [null, undefined],
  ])('returns the same list for "Accept-Encoding: %s", encoded as %s', async (accepted, coding) => {
    const reply = await asking(admin, 'listLoans', accepted)
    expect(reply.status).toBe(200)
    expect(codingOf(reply)).toBe(coding)
    expect(reply.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      vary: 'accept-encoding',
      'cache-control': 'no-store',
    })
    const whole = await asking(admin, 'listLoans', null)
    expect(whole.bytes.length).toBeGreaterThan(2_000)
    expect(plain(reply)).toBe(whole.text)
    if (coding) expect(reply.bytes.length).toBeLessThan(whole.bytes.length / 3)
  })

  it.each(['br', 'gzip', 'identity'])(
    'returns the same headers for HEAD as for GET with the encoding %s',
    async (coding) => {
      const headers = { 'accept-encoding': coding }
      const [head, get] = await Promise.all(
        ['HEAD', 'GET'].map((method) => admin.request(method, '/api/loans', { headers })),
      )
      const told = ({ headers: all }: Reply) =>
        ['content-type', 'content-encoding', 'content-length', 'vary'].map((name) => all[name])
      expect(head?.bytes.length).toBe(0)
      expect(told(head as Reply)).toEqual(told(get as Reply))
    },
  )

  it('sends a complete list even if the list is too long for synchronous compression', async () => {
    const long = 'The quick brown fox. '.repeat(230)
    for (let count = 0; count < 20; count += 1) await desk.makeLoan({ summary: long })
    const whole = await asking(admin, 'listLoans', null)
    expect(whole.bytes.length).toBeGreaterThan(80_000)
    for (const coding of ['br', 'gzip']) {
      const reply = await asking(admin, 'listLoans', coding)
      expect(codingOf(reply)).toBe(coding)
      expect(plain(reply)).toBe(whole.text)
    }
  })
})

it("doesn't compress short responses or errors, but still sends the Vary header", async () => {
  const stats = await asking(admin, 'getStats', 'br')
  const missing = await asking(admin, 'getLoan', 'br', { params: { id: admin.id } })
  expect([stats.status, missing.status]).toEqual([200, 404])
  for (const reply of [stats, missing]) {
    expect(codingOf(reply)).toBeUndefined()
    expect(reply.headers['vary']).toBe('accept-encoding')
    expect(JSON.parse(plain(reply))).toBeTypeOf('object')
  }
})

it('compresses CSV exports and the OpenAPI document', async () => {
  const loan = await desk.makeLoan()
  for (let count = 0; count < 8; count += 1)
    await desk.makeCommitment(await desk.makeLender(), loan, { percentage: '5' })
  for (const [name, input, words] of [
    ['exportBookAsCsv', { params: { id: loan.id } }, 'Total binding'],
    ['exportAudit', {}, 'Commitment'],
    ['getOpenApi', {}, '"openapi"'],
  ] as const) {
    const reply = await asking(admin, name, 'br', input)
    expect([reply.status, codingOf(reply)], name).toEqual([200, 'br'])
    expect(reply.headers['vary'], name).toBe('accept-encoding')
    expect(plain(reply), name).toContain(words)
  }
})

it("doesn't compress responses that contain a secret", async () => {
  const person = await desk.makeLender()
  const proof = { currentPassword: person.password }
  const started = await asking(person, 'startTwoFactor', 'br', { body: proof })
  const { secret } = JSON.parse(started.text) as { secret: string }
  const confirmed = await asking(person, 'confirmTwoFactor', 'br', {
    body: { code: currentCode(secret) },
  })
  const link = await asking(admin, 'createResetLink', 'br', { params: { id: person.id } })
  for (const reply of [started, confirmed, link]) {
    expect(reply.status, reply.text).toBeLessThan(300)
    expect(codingOf(reply)).toBeUndefined()
    // These responses are too short to be compressed, but the Vary header shows that the endpoint allows compression.
    expect(reply.headers['vary']).toBeUndefined()
  }
})

it('serves files exactly as they are stored, without compression', async () => {
  const loan = await desk.makeLoan()
  const { fileUrl } = await desk.makeDocument(loan)
  const headers = { 'accept-encoding': 'br, gzip' }
  const file = await admin.request('GET', `/objects/${fileUrl}`, { headers })
  const sheet = await asking(admin, 'exportBookAsXlsx', 'br, gzip', { params: { id: loan.id } })
  for (const reply of [file, sheet]) {
    expect(reply.status).toBe(200)
    expect(codingOf(reply)).toBeUndefined()
    expect(reply.headers['vary']).toBeUndefined()
    expect(Number(reply.headers['content-length'])).toBe(reply.bytes.length)
  }
  expect(file.headers['etag']).toMatch(/^"/)
})
