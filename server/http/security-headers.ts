import { createHash, randomBytes } from 'node:crypto'
import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import helmet from 'helmet'
import type { Config } from '#server/config/config.ts'
import type { FastifyInstance, FastifyReply } from 'fastify'

const yearSeconds = 365 * 24 * 3600

/** Sets headers on all responses. `pageNonce` lets a page use its own scripts and styles. */
export function registerSecurityHeaders(
  app: FastifyInstance,
  config: Pick<Config, 'isHttps' | 's3'>,
): void {
  app.decorate('pageSources', {
    // Pages upload files directly to the file store, so the policy must allow its origin.
    uploadOrigin: config.s3 && new URL(config.s3.endpoint).origin,
    isHttps: config.isHttps,
  })
  // These headers are computed once, because they are the same for every response.
  const headers = {
    ...helmetHeaders(config),
    'content-security-policy': dataPolicy,
    'permissions-policy': permissions,
    // Responses can't be cached by default. A cacheable response must override this header.
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
    // A nonce is generated only for pages, because only pages need one and generating it takes time.
    contentSecurityPolicy: false,
    // Browsers ignore this header over plain HTTP. Subdomains are excluded, because they can belong to other services.
    strictTransportSecurity: isHttps && { maxAge: yearSeconds, includeSubDomains: false },
    // An emailed link contains a token, which other sites must not receive as the referrer.
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

/** A new nonce. This response's policy allows inline scripts and styles that have the nonce. */
export function pageNonce(reply: FastifyReply): string {
  const nonce = randomBytes(16).toString('base64')
  const own = `'self' 'nonce-${nonce}'`
  const policy = pagePolicy({ scripts: own, styles: own }, reply.server.pageSources)
  reply.header('content-security-policy', policy)
  return nonce
}

/**
 * The policy for a page that is the same for all visitors and therefore can't have a nonce. It allows only the page's
 * own inline scripts and styles, identified by their hashes.
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

/**
 * The policy for all responses other than pages. If such a response is opened as a page, it can't load, send, or run
 * anything.
 */
const dataPolicy = write(nothing)

const pagePolicy = (
  { scripts, styles }: { scripts: string; styles: string },
  { uploadOrigin, isHttps }: PageSources,
) =>
  write({
    ...nothing,
    'script-src': scripts,
    'style-src': styles,
    // A loan's image can be hosted on any website, but only over HTTPS.
    'img-src': "'self' https: data: blob:",
    'font-src': "'self'",
    'connect-src': uploadOrigin ? `'self' ${uploadOrigin}` : "'self'",
    'form-action': "'self'",
    'object-src': "'none'",
    'frame-src': "'self'",
    // Trusted Types: text is never interpreted as markup or code, and no policy allows exceptions.
    'require-trusted-types-for': "'script'",
    'trusted-types': "'none'",
    ...(isHttps && { 'upgrade-insecure-requests': '' }),
  })

/** Headers for error responses that are sent before hooks run, because the input isn't a valid HTTP request. */
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
