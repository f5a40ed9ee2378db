import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { requestText, say } from '#test/support/conversation.ts'
import { openDesk, type Desk } from '#test/support/desk.ts'
import { security } from '#test/support/requirements.ts'

describe.each(['on', 'off'])('headers with PUBLIC_LOANS=%s', (publicLoans) => {
  let desk: Desk
  beforeAll(async () => {
    desk = await openDesk({ PUBLIC_LOANS: publicLoans, RATE_LIMIT: 'off' })
  })
  afterAll(() => desk.close())

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
