/** Programs and this site's own pages can request changes and exports, but another site's pages can't. */
import { roles, type Role } from '#domain/access.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fillIn, readRefusal, type Caller } from '#test/support/caller.ts'
import { openDesk, type Desk } from '#test/support/desk.ts'
import { security } from '#test/support/requirements.ts'
import { rowsOfTheTable, sampleInput } from '#test/support/rows-of-the-table.ts'

const publicUrl = 'https://desk.example.com'
type Row = (typeof rowsOfTheTable)[number]
const isOurs = ([, row]: Row) => row.method !== 'GET' || row.ownPagesOnly === true
const changes = rowsOfTheTable.filter(isOurs)
const reads = rowsOfTheTable.filter((row) => !isOurs(row))

let desk: Desk
let callers: Record<Role, Caller>
let subjects: Parameters<typeof sampleInput>[1]

beforeAll(async () => {
  desk = await openDesk({ PUBLIC_URL: publicUrl, RATE_LIMIT: 'off' })
  callers = {
    visitor: desk.visitor(),
    pending: await desk.makePending(),
    viewer: await desk.makeMember('viewer'),
    lender: await desk.makeMember('committer'),
    manager: await desk.makeMember('manager'),
    admin: await desk.makeAdmin(),
  }
  const loan = await desk.makeLoan()
  const document = await desk.makeDocument(loan)
  subjects = { loanId: loan.id, id: loan.id, userId: loan.id, fileUrl: document.fileUrl }
})
afterAll(() => desk.close())

const foreign = '403: The request came from another site'

const otherSites: [string, Record<string, string>][] = [
  ['another site', { origin: 'https://evil.example' }],
  ['another port', { origin: 'http://127.0.0.1:1' }],
  ['a host name that begins like ours', { origin: 'https://desk.example.com.evil.example' }],
  ['our host over http', { origin: 'http://desk.example.com' }],
  ['a sandboxed page', { origin: 'null' }],
  ['nonsense', { origin: 'not an origin' }],
  ['a page with an empty origin', { origin: '' }],
  ['another site that hides its origin', { 'sec-fetch-site': 'cross-site' }],
  ['a sibling subdomain', { 'sec-fetch-site': 'same-site' }],
  [
    'another site, regardless of Sec-Fetch-Site',
    { origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' },
  ],
]

describe.each(changes)('the origin of requests to %s', (name) => {
  it.each(otherSites)(
    'rejects requests from %s before any other check',
    async (_where, headers) => {
      security('3.5.1', '3.5.2')
      for (const role of roles) {
        const given = sampleInput(name, subjects)
        expect(await callers[role].refusal(name, { ...given, headers }), role).toBe(foreign)
      }
    },
  )

  it("accepts requests from programs and from pages at the server's host or PUBLIC_URL", async () => {
    const ours = [
      { origin: desk.address },
      { origin: publicUrl },
      { origin: publicUrl, 'sec-fetch-site': 'same-origin' },
      { 'sec-fetch-site': 'same-origin' },
      { 'sec-fetch-site': 'none' },
      {},
    ]
    for (const headers of ours) {
      // Each call is sent as a visitor, so calls that require a session don't change anything.
      const reply = await desk.visitor().send(name, { ...sampleInput(name, subjects), headers })
      expect(reply.text).not.toContain('another site')
      expect(reply.status).toBeLessThan(500)
    }
  })
})

it("accepts requests from the server's pages under any host name", async () => {
  const { port } = new URL(desk.address)
  for (const host of [`localhost:${port}`, 'desk.internal', `[::1]:${port}`]) {
    const login = { email: 'nobody@example.com', password: 'wrong' }
    const reply = await desk.visitor().request('POST', '/api/auth/login', {
      headers: { host, origin: `http://${host}`, 'content-type': 'application/json' },
      body: JSON.stringify(login),
    })
    expect(readRefusal(reply).message).toBe('Invalid email or password')
  }
})

it('ignores X-Forwarded-Host without a trusted proxy', async () => {
  security('4.1.3')
  const reply = await desk.visitor().request('POST', '/api/auth/logout', {
    headers: { origin: 'https://evil.example', 'x-forwarded-host': 'evil.example' },
  })
  expect(reply.status).toBe(403)
})

it('accepts read requests from the pages of any site', async () => {
  security('3.4.2')
  for (const [name, row] of reads) {
    const path = fillIn(row.path, sampleInput(name, subjects).params)
    const headers = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
    const reply = await callers.admin.request('GET', path, { headers })
    expect(reply.status, name).not.toBe(403)
    // Without this header, the browser hides the response from the other site's page.
    expect(reply.headers['access-control-allow-origin'], name).toBeUndefined()
  }
})
