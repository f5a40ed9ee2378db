import type { EndpointName } from '#contract/endpoints.ts'
import { roles, type Role } from '#domain/access.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Caller, Reply } from '#test/support/caller.ts'
import { requestText, say } from '#test/support/conversation.ts'
import { openDesk, type Desk } from '#test/support/desk.ts'
import { security } from '#test/support/requirements.ts'
import { rowsOfTheTable, sampleInput } from '#test/support/rows-of-the-table.ts'

const rulesOfFiles = new Map([
  ['getObject', 'no-store'],
  ['getLoanCover', 'private, max-age=3600'],
])

/** These calls return an HTML page, which has a different Content-Security-Policy header. */
const pages: EndpointName[] = ['getApiDocs', 'getMailHtml', 'getNewLoanMail']

const always = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': expect.stringContaining('camera=()'),
  'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
}

describe.each(['on', 'off'])('headers with PUBLIC_LOANS=%s', (publicLoans) => {
  let desk: Desk
  let subjects: Parameters<typeof sampleInput>[1]
  beforeAll(async () => {
    desk = await openDesk({ PUBLIC_LOANS: publicLoans, RATE_LIMIT: 'off' })
    const loan = await desk.makeLoan()
    const document = await desk.makeDocument(loan)
    await desk.makePhoto(loan, { isCover: true })
    subjects = { loanId: loan.id, id: loan.id, userId: loan.id, fileUrl: document.fileUrl }
  })
  afterAll(() => desk.close())

  const people: Record<Role, () => Promise<Caller>> = {
    visitor: async () => desk.visitor(),
    pending: () => desk.makePending(),
    viewer: () => desk.makeMember('viewer'),
    lender: () => desk.makeMember('committer'),
    manager: () => desk.makeMember('manager'),
    admin: () => desk.makeAdmin(),
  }

  it.each(roles)(
    'prevents browsers and proxies from caching responses to a %s',
    { timeout: 90_000 },
    async (role) => {
      security('3.2.1', '3.4.2', '3.4.4', '3.4.5', '14.2.2', '14.3.2')
      let caller = await people[role]()
      // Reads run first, because later calls can delete the test data or sign the caller out.
      const inOrder = rowsOfTheTable.toSorted(([, a], [, b]) => order(a.method) - order(b.method))
      for (const [name, row] of inOrder) {
        const mayEndSignIn = row.method !== 'GET' && row.path.startsWith('/api/auth/')
        if (mayEndSignIn) caller = await people[role]()
        const reply = await caller.send(name, sampleInput(name, subjects))
        expect(reply.status, reply.text).toBeLessThan(500)
        expect(reply.headers, name).toMatchObject(always)
        const fileRule = reply.status < 400 ? rulesOfFiles.get(name) : undefined
        const rule = fileRule ?? 'no-store'
        expect(reply.headers['cache-control'], `${name} ${reply.status}`).toBe(rule)
        if (!fileRule && !pages.includes(name)) expectData(reply)
      }
    },
  )

  it("lets only the user's browser cache a cover, regardless of the requested range or the response status", async () => {
    const reader = publicLoans === 'on' ? desk.visitor() : await desk.makePending()
    const loan = await desk.makeLoan()
    await desk.makePhoto(loan, { isCover: true })
    const path = `/api/loans/${loan.id}/cover`
    const { headers } = await reader.request('GET', path)
    expect(headers['cache-control']).toBe('private, max-age=3600')
    const again = [
      reader.request('HEAD', path),
      reader.request('GET', path, { headers: { range: 'bytes=0-3' } }),
      reader.request('GET', path, { headers: { range: 'bytes=999999-' } }),
      reader.request('GET', path, { headers: { 'if-none-match': headers.etag ?? '' } }),
    ]
    const replies = await Promise.all(again)
    expect(replies.map(({ status }) => status)).toEqual([200, 206, 416, 304])
    for (const each of replies) expect(each.headers['cache-control']).toMatch(/^private, /)
  })
})

const order = (method: string) => ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].indexOf(method)

/** Expects headers that prevent the response from loading, submitting, or running anything when a browser opens it. */
const expectData = ({ headers }: Reply) =>
  expect(headers['content-security-policy']).toBe(
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  )

describe('headers with an https PUBLIC_URL', () => {
  let desk: Desk
  beforeAll(async () => {
    desk = await openDesk({ PUBLIC_URL: 'https://desk.example.com' })
  })
  afterAll(() => desk.close())

  it.each(['/api/loans', '/api/nothing', '/api/admin/users', '/healthz', '/api/docs'])(
    'sends Strict-Transport-Security for %s',
    async (path) => {
      security('3.4.1', '12.2.1')
      const { headers } = await desk.visitor().request('GET', path)
      expect(headers['strict-transport-security']).toBe('max-age=31536000')
    },
  )

  it.each([
    ['a URL that can’t be decoded', requestText('GET /%zz'), 404],
    ['a request that isn’t HTTP', 'NONSENSE\r\n\r\n', 400],
    ['a request without a host', 'GET /api/loans HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
    ['an unknown Expect header', requestText('GET /api/loans', { Expect: 'much' }), 417],
    [
      'a header section that is too long',
      requestText('GET /', { 'X-Long': 'a'.repeat(20_000) }),
      431,
    ],
  ])(
    'sends Strict-Transport-Security with the error response to %s',
    async (_what, text, status) => {
      security('3.4.1', '3.4.4')
      const answer = await say(desk.address, text)
      expect(answer.status, answer.head).toBe(status)
      expect(answer.head).toMatch(/^strict-transport-security: max-age=31536000\r?$/im)
      expect(answer.head).toMatch(/^x-content-type-options: nosniff\r?$/im)
    },
  )

  it('prevents pages from loading anything over plain HTTP', async () => {
    const { headers } = await desk.visitor().request('GET', '/api/docs')
    expect(headers['content-security-policy']).toMatch(/; upgrade-insecure-requests$/)
  })
})

it.each(['/api/loans', '/api/docs', '/healthz', '/readyz'])(
  "doesn't reveal the server's software or version at %s",
  async (path) => {
    const desk = await openDesk()
    const { headers } = await desk.visitor().request('GET', path)
    expect(headers).not.toHaveProperty('server')
    expect(headers).not.toHaveProperty('x-powered-by')
    // Without this header, pages on other sites can't read a response.
    expect(headers).not.toHaveProperty('access-control-allow-origin')
    await desk.close()
  },
)
