/** Sends the web app: its HTML, which is filled in for each request, and its files. */
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib'
import serveFiles from '@fastify/static'
import type { Company } from '#contract/company.ts'
import { isPage, pages, pageAt, pageTable, plainPageAt, type Page } from '#contract/pages.ts'
import type { Role } from '#domain/access.ts'
import type { Config } from '#server/config/config.ts'
import { notFound } from '#server/errors.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { registerAssets } from './assets.ts'
import { chooseCoding } from '#server/http/compression.ts'
import { acceptsHtml, escapeHtml, jsonForHtml } from './html.ts'
import { fillOpenLoans, type OpenLoans } from './open-loans.ts'
import { registerFontFace } from './page-style.ts'
import { refuseUnroutedMethod } from '#server/http/other-methods.ts'
import { pageNonce, policyOfConstantPage } from '#server/http/security-headers.ts'

interface PagesOptions {
  distWeb: string
  config: Pick<Config, 'company' | 'timeZone'>
  findRole: (request: FastifyRequest) => Promise<Role>
  /**
   * Returns the position from which a new page should follow the event stream, or an empty string if the database
   * doesn't respond.
   */
  findChangesSeen: () => Promise<string>
  findOpenLoans: () => Promise<OpenLoans | null>
}

/**
 * Handles all other URLs. Sends visitors the landing page at `/`. Sends the app at all other URLs, with status 404 if
 * the app has no such page.
 */
export async function registerPages(app: FastifyInstance, options: PagesOptions): Promise<void> {
  const { distWeb } = options
  const isBuilt = existsSync(path.join(distWeb, 'index.html'))
  registerFontFace(app, distWeb)
  if (isBuilt) await registerFiles(app, distWeb)
  const application = isBuilt ? readApplication(options) : notBuilt
  const landing = isBuilt ? readLanding(app, path.join(distWeb, 'landing.html'), options) : notBuilt

  const findRole = async (request: FastifyRequest): Promise<Role | 'unknown'> => {
    try {
      return await options.findRole(request)
    } catch (error) {
      request.log.warn({ err: error }, "The session couldn't be looked up")
      return 'unknown'
    }
  }
  app.get(pages.home, async (request, reply) => {
    const role = await findRole(request)
    // If the database is down, the app reports the error and retries.
    return role === 'visitor' ? landing(request, reply, role) : application(request, reply, role)
  })
  app.setNotFoundHandler(async (request, reply) => {
    // The raw path is used, because the URL class would parse anything after a leading `//` as a host.
    const [pathname = ''] = request.url.split('?')
    if (!asksForPage(request, pathname)) throw refuseUnroutedMethod(reply, pathname) ?? notFound()
    reply.code(isPage(pathname) ? 200 : 404)
    return application(request, reply, await findRole(request))
  })
}

/** Requests for missing files and unknown endpoints get a short response. Requests for missing pages get the app. */
function asksForPage(request: FastifyRequest, pathname: string) {
  if (request.method !== 'GET' && request.method !== 'HEAD') return false
  if (isPage(pathname)) return true
  if (/^\/(api|objects|assets)(\/|$)/.test(pathname)) return false
  return acceptsHtml(request)
}

async function registerFiles(app: FastifyInstance, distWeb: string) {
  registerAssets(app, path.join(distWeb, 'assets'))
  await app.register(serveFiles, {
    index: false,
    preCompressed: true,
    decorateReply: false,
    root: distWeb,
    prefix: '/',
    maxAge: '1h',
    // Only files that exist at startup are sent, each at its own URL.
    wildcard: false,
    globIgnore: [...packed, 'assets/**', '**/*.html'],
  })
}

/** Compressed files are sent in place of the originals and have no URLs. */
const packed = ['**/*.br', '**/*.gz']

type Send = (
  request: FastifyRequest,
  reply: FastifyReply,
  role: Role | 'unknown',
) => Promise<FastifyReply>

const notBuilt: Send = async (_request, reply) =>
  reply
    .code(503)
    .type('text/plain; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(
      "The pages aren't built. While developing, use the address that Vite printed " +
        '(usually http://localhost:5173). Otherwise run `npm run build` and start again.\n',
    )

/** Reads the app's HTML once. Each response adds a new nonce and the preload links of its page. */
function readApplication(options: PagesOptions): Send {
  const { distWeb, config, findChangesSeen } = options
  const template = readFileSync(path.join(distWeb, 'index.html'), 'utf8')
  const linksFor = readPreloadLinks(distWeb)
  return async (request, reply, role) => {
    const nonce = pageNonce(reply)
    const isSignedIn = role !== 'visitor' && role !== 'unknown'
    const html = fill(template, {
      ...companyValues(config.company),
      CSP_NONCE: nonce,
      TIME_ZONE: escapeHtml(config.timeZone),
      CHANGES_SEEN: isSignedIn ? await findChangesSeen() : '',
    }).replace('</head>', () => `${linksFor(request.url, isSignedIn ? role : 'visitor')}</head>`)
    reply.headers(pageHeaders)
    return reply.send(await pack(request, reply, html))
  }
}

/**
 * Reads the landing page. It is the same for every visitor, so it is filled in again only if the open loans, the
 * company's details, or the year have changed.
 */
function readLanding(app: FastifyInstance, file: string, options: PagesOptions): Send {
  const { config, findOpenLoans } = options
  const whole = readFileSync(file, 'utf8').replaceAll(' nonce="%CSP_NONCE%"', '')
  const made = (company: Company, year: string, open: OpenLoans | null) => {
    const { template, values } = fillOpenLoans(whole, open)
    const html = Buffer.from(fill(template, { ...companyValues(company), ...values, YEAR: year }))
    return {
      key: keyOf(company, year, open),
      html,
      br: brotliCompressSync(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
      gzip: gzipSync(html, { level: 9 }),
      headers: {
        ...pageHeaders,
        'content-security-policy': policyOfConstantPage(app, html.toString()),
      },
    }
  }
  let page = made(config.company, currentYear(), null)
  return async (request, reply) => {
    const [{ company }, year, open] = [config, currentYear(), await findOpen(request)]
    if (page.key !== keyOf(company, year, open)) page = made(company, year, open)
    reply.headers(page.headers)
    const coding = chooseCoding(request.headers['accept-encoding'])
    if (!coding) return reply.send(page.html)
    return reply.header('content-encoding', coding).send(page[coding])
  }

  /** The page is useful without the open loans, so it is sent even if the database doesn't respond. */
  async function findOpen(request: FastifyRequest): Promise<OpenLoans | null> {
    try {
      return await findOpenLoans()
    } catch (error) {
      request.log.warn({ err: error }, "The open loans couldn't be read")
      return null
    }
  }
}

const keyOf = (...parts: [Company, string, OpenLoans | null]) => JSON.stringify(parts)

/** Fills in all placeholders in one pass so that a value containing a placeholder isn't expanded. */
const fill = (template: string, values: Record<string, string>) =>
  template.replaceAll(/%([A-Z_]+\d?)%/g, (all, name: string) => values[name] ?? all)

const currentYear = () => String(new Date().getFullYear())

const pageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  // After users sign in, a different page appears at `/`.
  'cache-control': 'private, no-cache',
  vary: 'accept-encoding',
}

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

/** Compression favors speed over size, because a page is a few kilobytes and differs each time. */
async function pack(request: FastifyRequest, reply: FastifyReply, html: string) {
  const coding = chooseCoding(request.headers['accept-encoding'])
  if (!coding) return html
  reply.header('content-encoding', coding)
  return coding === 'br'
    ? brotli(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } })
    : zip(html, { level: 4 })
}

function companyValues(company: Company): Record<string, string> {
  return {
    COMPANY: jsonForHtml(company),
    COMPANY_NAME: escapeHtml(company.name),
    COMPANY_EMAIL: escapeHtml(company.email),
    COMPANY_PHONE: escapeHtml(company.phone),
    COMPANY_ADDRESS: escapeHtml(company.address),
    COMPANY_WEBSITE: escapeHtml(company.website),
    COMPANY_NETWORK_URL: escapeHtml(company.networkUrl),
    COMPANY_LOGO: escapeHtml(company.logoUrl ?? '/favicon.svg'),
    COMPANY_APPROVAL_TIME: escapeHtml(company.approvalTime),
  }
}

interface Chunk {
  file: string
  imports?: string[]
}

type LinksFor = (url: string, role: Role) => string

/** With these links, the browser loads scripts and the first API responses in parallel. */
function readPreloadLinks(distWeb: string): LinksFor {
  const file = path.join(distWeb, '.vite/manifest.json')
  if (!existsSync(file)) return () => ''
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as Record<string, Chunk>
  const entry = filesOf(manifest, ['index.html'])
  const scriptLinks = (page: Page) => {
    const { access, module } = pageTable[page]
    const frame = access === 'anyone' ? [] : ['web/shell/AppShell.tsx']
    return [...filesOf(manifest, [...frame, `web/${module}`])]
      .filter((script) => !entry.has(script))
      .map((script) => `<link rel="modulepreload" crossorigin href="/${script}">`)
  }
  return (url, role) => {
    const [pathname = ''] = url.split('?')
    const page = pageAt(pathname)
    return page ? [...scriptLinks(page), ...answersOf(url, role).map(answerLink)].join('') : ''
  }
}

/**
 * The API URLs that a page requests first. If the page has a query, or if the role can't open the page, only the
 * current user's URL is returned, because the page might not request the others.
 */
function answersOf(url: string, role: Role): string[] {
  const found = plainPageAt(url)
  const currentUser = '/api/auth/user'
  if (!found || role === 'visitor') return [currentUser]
  const { access, reads } = pageTable[found.page]
  if (access === 'admin' && role !== 'admin') return [currentUser]
  return [currentUser, ...reads.map((read) => read.replace(':id', found.id))]
}

/** The credentials mode must match `web/api/client.ts`. Otherwise, the browser would load each URL twice. */
const answerLink = (address: string) =>
  `<link rel="preload" as="fetch" crossorigin="use-credentials" href="${escapeHtml(address)}">`

function filesOf(manifest: Record<string, Chunk>, modules: string[]): Set<string> {
  const files = new Set<string>()
  const visit = (module: string) => {
    const chunk = manifest[module]
    if (!chunk || files.has(chunk.file)) return
    files.add(chunk.file)
    chunk.imports?.forEach(visit)
  }
  modules.forEach(visit)
  return files
}
