import { isPage, pages } from '#contract/pages.ts'
import { security, spec } from '#test/support/requirements.ts'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { returnToParam, safeReturnTo, withReturnTo } from './return-to.ts'

const origin = 'https://desk.example'
const id = '3f2a1c9e-5b7d-4e8a-9c0b-1d2e3f4a5b6c'

describe('the page opened after login', () => {
  it.each([
    '/loans',
    '/loans/',
    `/loans/${id}`,
    `/loans/${id}/book`,
    `/loans/${id}#messages`,
    '/loans?search=Pier%20%26%20Dock&status=open',
    '/loans?search=%5C%2F%2Fevil.example',
    '/admin?tab=pending',
    '/dashboard',
  ])('opens the requested page of this app after login: %s', (to) => {
    expect(safeReturnTo(to, origin)).toBe(to)
  })

  it.each([
    ['nothing', null],
    ['an empty text', ''],
    ['another site', 'https://evil.example/loans'],
    ['another site without a scheme', '//evil.example/loans'],
    ['another site after three slashes', '///evil.example'],
    ['our own site with its full URL', `${origin}/loans`],
    ['a host that begins like ours', '//desk.example.evil.example/loans'],
    ['a user before a host', '//desk.example@evil.example/loans'],
    ['a script', 'javascript:alert(1)'],
    ['data', 'data:text/html,<script>alert(1)</script>'],
    ['a relative path', 'loans'],
    ['a backslash for a slash', '\\\\evil.example'],
    ['a slash and a backslash', '/\\evil.example'],
    ['an escaped backslash', '/%5cevil.example'],
    ['a doubly escaped backslash', '/%255cevil.example'],
    ['an escaped slash', '/%2fevil.example'],
    ['an escaped slash in a page', `/loans/%2f%2fevil.example`],
    ['a tab, which browsers drop', '/\t/evil.example'],
    ['a line break, which browsers drop', '/\n/evil.example'],
    ['a line break at the end', '/loans\n'],
    ['a NUL', '/loans\0'],
    ['an escaped tab', '/%09/evil.example'],
    ['a leading space', ' /loans'],
    ['a parent path before a host', '/..//evil.example'],
    ['a parent path', '/loans/../login'],
    ['an escaped parent path', '/loans/%2e%2e/login'],
    ['two slashes within the path', '/loans//evil.example'],
    ['a full-width slash', '/／evil.example'],
    ['a line break and a header', '/loans\r\nSet-Cookie: sid=1'],
    ['the login itself', '/login'],
    ['the login with a page to return to', '/login?to=/loans'],
    ['the login with a trailing slash', '/login/'],
    ['the login in capital letters', '/LOGIN'],
    ['the registration', '/register'],
    ['the forgotten password page', '/forgot-password'],
    ['the new password page', '/reset-password?token=x'],
    ['an API endpoint', '/api/auth/logout'],
    ['the API prefix', '/api'],
    ['a file', '/objects/documents/x'],
    ['a script of the app', '/assets/index.js'],
    ['the landing page', '/'],
    ['an unknown page', '/no/such/page'],
    ['a URL longer than any page’s', `/loans?search=${'x'.repeat(2000)}`],
  ])('ignores an invalid page to open after login: %s', (_what, to) => {
    security('3.7.2')
    expect(safeReturnTo(to, origin)).toBeNull()
  })

  const piece = fc.constantFrom(
    ...[
      '/',
      '//',
      '\\',
      '%5c',
      '%2f',
      '%09',
      '\t',
      '\n',
      '\0',
      '..',
      '%2e',
      '?',
      '#',
      ':',
      '@',
      '&to=',
    ],
    ...['evil.example', 'https:', 'javascript:', 'login', 'api', 'objects', 'loans', 'admin', id],
  )
  const hostile = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.webUrl(),
    fc.array(piece).map((pieces) => pieces.join('')),
    fc.array(piece).map((pieces) => `/loans${pieces.join('')}`),
  )

  it("opens only the app's own pages after login, whatever the URL requests", () => {
    security('3.7.2')
    fc.assert(
      fc.property(hostile, (to) => {
        const safe = safeReturnTo(to, origin)
        if (safe === null) return
        expect(safe).toBe(to)
        const url = new URL(safe, origin)
        expect(url.origin).toBe(origin)
        expect(safe).toMatch(/^\/\w/)
        expect(decodeURIComponent(url.pathname)).toBe(url.pathname)
        expect(isPage(url.pathname)).toBe(true)
        expect(url.pathname).not.toMatch(/^\/(api|objects|login|register|\w+-password)/)
      }),
      { numRuns: 2000 },
    )
  })

  it('preserves the page to open after login in the URLs of sign-in forms, including any query', () => {
    spec('2.1.10')
    const texts = fc.string({ unit: 'binary', maxLength: 60 })
    const page = fc.constantFrom('/loans', '/admin', '/admin/audit', `/loans/${id}`)
    const hash = fc.constantFrom('', '#messages')
    fc.assert(
      fc.property(page, texts, texts, hash, (path, search, tab, end) => {
        const to = `${path}?${new URLSearchParams({ search, tab }).toString()}${end}`
        for (const form of ['/login', '/register', '/forgot-password']) {
          const { pathname, search: query } = new URL(withReturnTo(form, to), origin)
          expect(pathname).toBe(form)
          expect(safeReturnTo(returnToParam(query), origin)).toBe(to)
        }
      }),
    )
  })
})

it('omits the dashboard from the login URL because it is the default', () => {
  expect(withReturnTo(pages.login, pages.dashboard)).toBe('/login')
  expect(withReturnTo(pages.login, null)).toBe('/login')
  expect(withReturnTo(pages.login, `/loans/${id}`)).toBe(`/login?to=/loans/${id}`)
})
