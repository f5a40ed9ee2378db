import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { Role } from '#domain/access.ts'
import type { Money, Percent } from '#domain/money.ts'
import { readConfig } from '#server/config/config.ts'
import { toApiError } from '#server/errors.ts'
import Fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { registerPages } from './html-pages.ts'
import type { OpenLoans } from './open-loans.ts'
import { registerSecurityHeaders } from '#server/http/security-headers.ts'
import { security, spec } from '#test/support/requirements.ts'

let distWeb: string
const files: Record<string, string> = {
  'index.html':
    '<head><script nonce="%CSP_NONCE%"></script>' +
    '<meta name="changes-seen" content="%CHANGES_SEEN%" /><meta name="time-zone" content="%TIME_ZONE%" />' +
    '<style nonce="%CSP_NONCE%"></style></head>' +
    '<script type="application/json">%COMPANY%</script>100%OK%',
  'landing.html':
    '<script nonce="%CSP_NONCE%">theme()</script><style nonce="%CSP_NONCE%">h1{}</style>' +
    '<h1>%COMPANY_NAME%</h1><a href="%COMPANY_WEBSITE%">%COMPANY_EMAIL%</a>%COMPANY_PHONE%|' +
    '%COMPANY_ADDRESS%|%COMPANY_NETWORK_URL%|<img src="%COMPANY_LOGO%">© %YEAR%' +
    '{{open}}Open today: %OPEN_TODAY%{{/open}}{{type}}%TYPE_NAME%{{/type}}',
  'favicon.svg': '<svg/>',
  'art/office.svg': '<svg/>',
  'assets/app-1a2b.js': 'plain',
  'assets/app-1a2b.js.br': 'by brotli',
  'assets/app-1a2b.js.gz': 'by gzip',
  '.vite/manifest.json': JSON.stringify({
    'index.html': { file: 'assets/main-1a2b.js', imports: ['_core.js'] },
    '_core.js': { file: 'assets/core-1a2b.js' },
    '_app.js': { file: 'assets/app-1a2b.js', imports: ['_core.js'] },
    'web/shell/AppShell.tsx': { file: 'assets/shell-1a2b.js', imports: ['_app.js'] },
    'web/loans/pages/LoanDetailPage.tsx': { file: 'assets/loan-1a2b.js', imports: ['_app.js'] },
  }),
}

beforeAll(() => {
  distWeb = mkdtempSync(path.join(tmpdir(), 'desk-pages-'))
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(distWeb, name)), { recursive: true })
    writeFileSync(path.join(distWeb, name), text)
  }
})
afterAll(() => rmSync(distWeb, { recursive: true }))

async function serve({
  env = {},
  folder = distWeb,
  role = 'visitor',
  findRole = async () => role,
  findOpenLoans = async () => null,
}: {
  env?: Record<string, string>
  folder?: string
  role?: Role
  findRole?: () => Promise<Role>
  findOpenLoans?: () => Promise<OpenLoans | null>
} = {}) {
  const config = readConfig(env, '/')
  const app = Fastify()
  registerSecurityHeaders(app, config)
  app.setErrorHandler(async (error, _request, reply) => {
    const refusal = toApiError(error)
    return reply.code(refusal.status).send(refusal.toBody())
  })
  await registerPages(app, {
    ...{ distWeb: folder, config, findRole },
    findChangesSeen: async () => '4711',
    findOpenLoans,
  })
  return app
}
const headersOf = async (env: Record<string, string>) =>
  (await (await serve({ env })).inject({ url: '/api/nothing' })).headers
const policyOf = async (env: Record<string, string>) => {
  const { headers } = await (await serve({ env })).inject({ url: '/login' })
  return String(headers['content-security-policy'])
}
const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

describe('pages by URL', () => {
  it.each(['/dashboard', '/loans', '/loans/', '/loans/42?tab=1', '/login', '/admin', '/terms'])(
    'serves the app at %s',
    async (url) => {
      const answer = await (await serve()).inject({ url })
      expect(answer.statusCode).toBe(200)
      expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
      expect(answer.headers['cache-control']).toBe('private, no-cache')
      expect(answer.body).toContain('application/json')
      expect(answer.body).toContain('100%OK%')
    },
  )

  it('serves the landing page to visitors at /', async () => {
    spec('2.1.1')
    const visitor = await (await serve()).inject({ url: '/?from=mail' })
    expect(visitor.body).toContain('<h1>Paripassu</h1>')
    expect(visitor.body).toContain(`© ${new Date().getFullYear()}`)
    expect(visitor.body).toContain('<img src="/favicon.svg">')
    const signedIn = await serve({ role: 'pending' })
    expect((await signedIn.inject({ url: '/' })).body).toContain('application/json')
  })

  it('shows the open loans on the landing page, and omits them if the lookup fails', async () => {
    const rate = '6.85' as Percent
    const group = { count: 1, lowestRate: rate, highestRate: rate }
    const types = [{ ...group, name: '<b>%COMPANY_NAME%' }]
    const open: OpenLoans = { ...group, amount: '12500000.00' as Money, states: 1, types }
    let find = async (): Promise<OpenLoans | null> => open
    const app = await serve({ findOpenLoans: () => find() })
    const landing = async () => (await app.inject({ url: '/' })).body
    expect(await landing()).toContain('1 loan · $12.5M · 6.85% · 1 state&lt;b&gt;%COMPANY_NAME%')
    find = async () => ({ ...open, count: 2 })
    expect(await landing()).toContain('2 loans · $12.5M')
    find = () => Promise.reject(new Error('no database'))
    expect(await landing()).not.toContain('Open today')
  })

  it('serves the app at / if the session lookup fails', async () => {
    const app = await serve({ findRole: () => Promise.reject(new Error('no database')) })
    const answer = await app.inject({ url: '/' })
    expect(answer.statusCode).toBe(200)
    expect(answer.body).toContain('application/json')
  })

  it('responds to HEAD requests for pages', async () => {
    const answer = await (await serve()).inject({ method: 'HEAD', url: '/dashboard' })
    expect(answer.statusCode).toBe(200)
  })
})

describe('the HTML head of a page', () => {
  const id = '6f1d3c1e-0000-4000-8000-000000000001'
  const bodyAt = async (url: string, role: Role = 'lender') =>
    (await (await serve({ role })).inject({ url, headers: browser })).body
  const linksIn = (body: string, kind: string) =>
    [...body.matchAll(/<link ([^>]*) href="([^"]*)">/g)].flatMap(([, attributes = '', href = '']) =>
      attributes.startsWith(kind) ? [href] : [],
    )
  const scripts = (body: string) => linksIn(body, 'rel="modulepreload" crossorigin')
  const answers = (body: string) =>
    linksIn(body, 'rel="preload" as="fetch" crossorigin="use-credentials"')

  it("preloads the first API responses for a page, and the scripts that the page's HTML doesn't reference", async () => {
    const body = await bodyAt(`/loans/${id}`)
    expect(scripts(body)).toEqual([
      '/assets/shell-1a2b.js',
      '/assets/app-1a2b.js',
      '/assets/loan-1a2b.js',
    ])
    expect(answers(body)).toEqual(['/api/auth/user', `/api/loans/${id}`])
  })

  it("includes the starting position of the event stream in a page's HTML", async () => {
    expect(await bodyAt('/dashboard')).toContain('<meta name="changes-seen" content="4711" />')
    expect(await bodyAt('/dashboard', 'visitor')).toContain(
      '<meta name="changes-seen" content="" />',
    )
  })

  it("includes the desk's time zone in a page's HTML", async () => {
    const app = await serve({ env: { TIME_ZONE: 'America/Chicago' } })
    expect((await app.inject({ url: '/login' })).body).toContain(
      '<meta name="time-zone" content="America/Chicago" />',
    )
  })

  it('preloads only the current-user request for visitors and for URLs with a query', async () => {
    expect(answers(await bodyAt('/dashboard', 'visitor'))).toEqual(['/api/auth/user'])
    expect(answers(await bodyAt('/loans?search=a'))).toEqual(['/api/auth/user'])
    expect(answers(await bodyAt('/loans'))).toEqual([
      '/api/auth/user',
      '/api/loans?hidePassed=true&amp;limit=24',
      '/api/favorites',
    ])
  })

  it("preloads administrators' data only for administrators", async () => {
    const own = ['/api/admin/setup', '/api/admin/company']
    expect(answers(await bodyAt('/admin/settings', 'admin'))).toEqual(['/api/auth/user', ...own])
    for (const role of ['visitor', 'pending', 'lender'] as const)
      expect(answers(await bodyAt('/admin/settings', role))).toEqual(['/api/auth/user'])
  })

  it('preloads data only for a valid id in the URL', async () => {
    for (const url of ['/loans/x', `/loans/${id}')`, `/loans/${id}%22`])
      expect(answers(await bodyAt(url))).toEqual(['/api/auth/user'])
    expect(await bodyAt('/nowhere')).not.toContain('<link')
  })

  it('preloads nothing if the build has no manifest', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'desk-old-'))
    writeFileSync(path.join(folder, 'index.html'), files['index.html'] ?? '')
    writeFileSync(path.join(folder, 'landing.html'), '')
    const app = await serve({ folder, role: 'lender' })
    expect((await app.inject({ url: '/loans' })).body).not.toContain('<link')
    rmSync(folder, { recursive: true })
  })
})

describe("a URL that doesn't exist", () => {
  it.each(['/nowhere', '/loans/1/2', '/dashboard/x', '/index.html', '/landing.html'])(
    'serves the app with status 404 at the unknown URL %s',
    async (url) => {
      spec('2.1.11')
      const answer = await (await serve()).inject({ url, headers: browser })
      expect(answer.statusCode).toBe(404)
      expect(answer.body).toContain('application/json')
    },
  )

  it.each([
    ['/api/nothing', browser],
    ['/assets/gone-3c4d.js', browser],
    ['/.vite/manifest.json', {}],
    ['/assets/app-1a2b.js.br', {}],
    ['/assets/../index.html', {}],
    ['/assets/..%2findex.html', {}],
    ['/nowhere', { accept: 'application/json' }],
  ])('returns a JSON error at the unknown URL %s', async (url, headers) => {
    const answer = await (await serve()).inject({ url, headers })
    expect(answer.statusCode).toBe(404)
    expect(answer.json()).toMatchObject({ code: 'not_found' })
  })

  it("returns a JSON error if the request isn't for a page", async () => {
    const answer = await (await serve()).inject({ method: 'POST', url: '/dashboard' })
    expect(answer.statusCode).toBe(404)
    expect(answer.json()).toMatchObject({ code: 'not_found' })
  })
})

describe('operator-defined strings', () => {
  const env = {
    BRAND_NAME: `</script><b>"Cole" & 'Co' %YEAR%\u2028`,
    BRAND_LOGO_URL: '/brand/logo.svg?a=1&b=2',
  }

  it("escapes the operator's strings in the landing page, even if they contain placeholders", async () => {
    security('1.1.2', '1.2.1', '1.3.7')
    const { body } = await (await serve({ env })).inject({ url: '/' })
    expect(body).toContain('<h1>&lt;/script&gt;&lt;b&gt;&quot;Cole&quot; &amp; &#39;Co&#39; %YEAR%')
    expect(body).toContain('<img src="/brand/logo.svg?a=1&amp;b=2">')
  })

  it("prevents the operator's strings from breaking out of the JSON in the app's page", async () => {
    security('1.1.2', '1.2.3')
    const { body } = await (await serve({ env })).inject({ url: '/login' })
    const json = /<script type="application\/json">(.*?)<\/script>/.exec(body)?.[1] ?? ''
    expect(json).not.toMatch(/[<>&\u2028]/)
    expect(JSON.parse(json)).toEqual(readConfig(env, '/').company)
  })
})

describe('static files', () => {
  it('caches files with hashed names for a year, compressed if the browser supports it', async () => {
    const app = await serve()
    const get = (encoding: string) =>
      app.inject({ url: '/assets/app-1a2b.js', headers: { 'accept-encoding': encoding } })
    const packed = await get('gzip, deflate, br')
    expect(packed.body).toBe('by brotli')
    expect(packed.headers).toMatchObject({
      'content-encoding': 'br',
      'content-type': 'application/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
    })
    expect(packed.headers['vary']).toContain('accept-encoding')
    expect((await get('gzip')).body).toBe('by gzip')
    expect((await get('identity')).body).toBe('plain')
  })

  it.each([
    ...['/assets', '/assets/', '/art/', '/.vite/manifest.json', '/.git/config', '/.env'],
    ...['/package.json', '/../package.json', '/%2e%2e/package.json', '/assets/..%2findex.html'],
    ...['/landing.html', '/server/main.ts', '/assets/app-1a2b.js.map'],
  ])("doesn't serve server code, source files, or folder listings: %s", async (url) => {
    security('13.4.1', '13.4.3', '15.2.3')
    const answer = await (await serve()).inject({ url, headers: { accept: '*/*' } })
    expect(answer.statusCode).toBe(404)
  })

  it.each(['/favicon.svg', '/art/office.svg'])('caches %s for an hour', async (url) => {
    const answer = await (await serve()).inject({ url })
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['cache-control']).toBe('public, max-age=3600')
    expect(answer.headers['content-type']).toContain('image/svg+xml')
  })
})

describe('pages served over HTTP', () => {
  it("creates a nonce for each page and includes the nonce in the page's content security policy", async () => {
    const app = await serve()
    const nonces = await Promise.all(
      [1, 2].map(async () => {
        const { body, headers } = await app.inject({ url: '/login' })
        const [nonce] = /(?<=nonce=")[^"]+/.exec(body) ?? []
        expect(body).not.toContain('%CSP_NONCE%')
        const policy = String(headers['content-security-policy'])
        expect(policy).toContain(`script-src 'self' 'nonce-${nonce}';`)
        expect(policy).toContain(`style-src 'self' 'nonce-${nonce}';`)
        expect(policy).not.toContain('unsafe')
        return nonce
      }),
    )
    expect(nonces[0]).not.toBe(nonces[1])
  })

  it('allows only inline code with a listed hash in a page that all visitors share', async () => {
    const { body, headers } = await (await serve()).inject({ url: '/', headers: browser })
    expect(body).toContain('<script>theme()</script><style>h1{}</style><h1>')
    const hashOf = (text: string) => createHash('sha256').update(text).digest('base64')
    const policy = String(headers['content-security-policy'])
    expect(policy).toContain(`script-src 'sha256-${hashOf('theme()')}';`)
    expect(policy).toContain(`style-src 'sha256-${hashOf('h1{}')}';`)
    expect(policy).toContain("default-src 'none'; base-uri 'none';")
    expect(policy).not.toContain('unsafe')
  })

  it.each([
    ['/login', '100%OK%'],
    ['/', '<h1>'],
  ])('compresses %s in the format that the browser accepts', async (url, words) => {
    const app = await serve()
    const get = (encoding: string) =>
      app.inject({ url, headers: { ...browser, 'accept-encoding': encoding } })
    const best = await get('gzip, deflate, br, zstd')
    expect(best.headers['content-encoding']).toBe('br')
    expect(brotliDecompressSync(best.rawPayload).toString()).toContain(words)
    const zipped = await get('gzip;q=1.0, br;q=0')
    expect(zipped.headers['content-encoding']).toBe('gzip')
    expect(gunzipSync(zipped.rawPayload).toString()).toContain(words)
    expect((await get('identity')).headers['content-encoding']).toBeUndefined()
  })
})

describe('the headers of every response', () => {
  it('allows only pages to run scripts, load files, submit forms, or be framed', async () => {
    security('3.4.3', '3.4.6')
    expect(await headersOf({})).toMatchObject({
      'content-security-policy':
        "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'same-origin',
      'permissions-policy': expect.stringContaining('camera=()'),
    })
  })

  it("lets a page load the site's own files and any image over HTTPS, but forbids evaluating strings as code", async () => {
    security('1.3.2', '3.2.2', '3.4.3')
    const page = await policyOf({})
    expect(page.replaceAll(/nonce-[^']+/g, 'nonce')).toBe(
      "default-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; " +
        "script-src 'self' 'nonce'; style-src 'self' 'nonce'; " +
        "img-src 'self' https: data: blob:; font-src 'self'; connect-src 'self'; " +
        "object-src 'none'; frame-src 'self'; require-trusted-types-for 'script'; trusted-types 'none'",
    )
  })

  it('lets pages send uploads only to the file store', async () => {
    const policy = await policyOf({
      S3_ENDPOINT: 'https://s3.example.com/below',
      S3_REGION: 'us-east-1',
      S3_BUCKET: 'desk',
      S3_ACCESS_KEY_ID: 'key',
      S3_SECRET_ACCESS_KEY: 'secret',
    })
    expect(policy).toContain("; connect-src 'self' https://s3.example.com;")
  })

  it('requires HTTPS only if the site uses it', async () => {
    expect(await headersOf({})).not.toHaveProperty('strict-transport-security')
    expect(await headersOf({ PUBLIC_URL: 'https://desk.example.com' })).toHaveProperty(
      'strict-transport-security',
      'max-age=31536000',
    )
    const insists = /; upgrade-insecure-requests$/
    expect(await policyOf({})).not.toMatch(insists)
    expect(await policyOf({ PUBLIC_URL: 'https://desk.example.com' })).toMatch(insists)
  })
})

describe('a server without built pages', () => {
  it("responds with the development server's URL if the server has no built pages", async () => {
    const app = await serve({ folder: path.join(distWeb, 'missing') })
    const answer = await app.inject({ url: '/', headers: browser })
    expect(answer.statusCode).toBe(503)
    expect(answer.headers['content-type']).toContain('text/plain')
    expect(answer.body).toContain('http://localhost:5173')
    expect((await app.inject({ url: '/api/nothing' })).statusCode).toBe(404)
  })
})
