/** Security headers of every answer: what may run, be framed, be cached, and be sent along. */
import { createHash, randomBytes } from 'node:crypto'
import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import helmet from 'helmet'
import type { Config } from '#server/config/config.ts'
import type { FastifyInstance, FastifyReply } from 'fastify'

const yearSeconds = 365 * 24 * 3600

/** Sets the headers of all answers; `pageNonce` allows a page its own scripts and styles. */
export function registerSecurityHeaders(
  app: FastifyInstance,
  config: Pick<Config, 'isHttps' | 's3'>,
): void {
  app.decorate('pageSources', {
    // Pages upload to the file store directly.
    uploadOrigin: config.s3 && new URL(config.s3.endpoint).origin,
    isHttps: config.isHttps,
  })
  // They are the same for every answer, so Helmet is asked once.
  const headers = {
    ...helmetHeaders(config),
    'content-security-policy': dataPolicy,
    'permissions-policy': permissions,
    // Not cacheable by default: an answer that may be cached has to set its own header.
    'cache-control': 'no-store',
  }
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers)
    done()
  })
}

function helmetHeaders({ isHttps }: Pick<Config, 'isHttps'>): Record<string, string> {
  const response = new ServerResponse(new IncomingMessage(new Socket()))
  const set = helmet({
    // Set for each answer: only pages need a nonce, and otherwise every call would pay for one.
    contentSecurityPolicy: false,
    // Browsers ignore it over plain http. Subdomains are not ours to bind.
    strictTransportSecurity: isHttps && { maxAge: yearSeconds, includeSubDomains: false },
    // An emailed link has a token in its address, which must not reach other sites as the referrer.
    referrerPolicy: { policy: 'same-origin' },
    frameguard: { action: 'deny' },
  })
  set(response.req, response, (error) => {
    if (error) throw error
  })
  return Object.fromEntries(
    Object.entries(response.getHeaders()).map(([name, value]) => [name, String(value)]),
  )
}

/** A fresh nonce that this answer's policy allows for inline scripts and styles. */
export function pageNonce(reply: FastifyReply): string {
  const nonce = randomBytes(16).toString('base64')
  const own = `'self' 'nonce-${nonce}'`
  const policy = pagePolicy({ scripts: own, styles: own }, reply.server.pageSources)
  reply.header('content-security-policy', policy)
  return nonce
}

/**
 * The policy of a page that is the same for everybody, which therefore can't have a nonce: it allows what is
 * inline in the page by its hash, and no other script or style.
 */
export const policyOfConstantPage = (app: FastifyInstance, html: string): string =>
  pagePolicy(
    { scripts: hashesOf(html, 'script'), styles: hashesOf(html, 'style') },
    app.pageSources,
  )

const hashesOf = (html: string, tag: 'script' | 'style') =>
  Array.from(html.matchAll(new RegExp(`<${tag}>(.*?)</${tag}>`, 'gs')), ([, text = '']) => {
    const hash = createHash('sha256').update(text).digest('base64')
    return `'sha256-${hash}'`
  }).join(' ') || "'none'"

declare module 'fastify' {
  interface FastifyInstance {
    pageSources: PageSources
  }
}

interface PageSources {
  /** The other origin that pages send uploads to. */
  uploadOrigin: string | null
  isHttps: boolean
}

type Directives = Record<string, string>

const write = (directives: Directives) =>
  Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources}`.trim())
    .join('; ')

const nothing: Directives = {
  'default-src': "'none'",
  'base-uri': "'none'",
  'form-action': "'none'",
  'frame-ancestors': "'none'",
}

/** For everything that is not a page: if a browser opens it as one, it loads, sends and runs nothing. */
const dataPolicy = write(nothing)

const pagePolicy = (
  { scripts, styles }: { scripts: string; styles: string },
  { uploadOrigin, isHttps }: PageSources,
) =>
  write({
    ...nothing,
    'script-src': scripts,
    'style-src': styles,
    // A loan's image may be anywhere on the web, but only over https.
    'img-src': "'self' https: data: blob:",
    'font-src': "'self'",
    'connect-src': uploadOrigin ? `'self' ${uploadOrigin}` : "'self'",
    'form-action': "'self'",
    'object-src': "'none'",
    // A document beside its loan.
    'frame-src': "'self'",
    // Trusted Types: text never becomes markup or code, and no policy can be created that allows it.
    'require-trusted-types-for': "'script'",
    'trusted-types': "'none'",
    ...(isHttps && { 'upgrade-insecure-requests': '' }),
  })

/** For answers created before hooks run, when the input can't be parsed as a request. */
export const headersWithoutHooks = ({
  isHttps,
}: Pick<Config, 'isHttps'>): Record<string, string> => ({
  'content-security-policy': dataPolicy,
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
  ...(isHttps && { 'strict-transport-security': `max-age=${yearSeconds}` }),
})

const permissions = [
  'accelerometer',
  'browsing-topics',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'usb',
]
  .map((feature) => `${feature}=()`)
  .join(', ')
