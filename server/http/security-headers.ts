/** What browsers are told about every answer: what may run, be framed, be kept, be sent along. */
import { randomBytes } from 'node:crypto'
import helmet from '@fastify/helmet'
import type { Config } from '#server/config/config.ts'
import type { FastifyInstance, FastifyReply } from 'fastify'

const yearSeconds = 365 * 24 * 3600

/** Sets the headers of all answers; a page is allowed its own parts by `pageNonce`. */
export async function registerSecurityHeaders(
  app: FastifyInstance,
  config: Pick<Config, 'isHttps' | 's3'>,
): Promise<void> {
  app.decorate('pageSources', {
    // Pages send uploads to the file store directly.
    uploadOrigin: config.s3 && new URL(config.s3.endpoint).origin,
    isHttps: config.isHttps,
  })
  await app.register(helmet, {
    // Written here, because only pages need a nonce and every call would pay for one.
    contentSecurityPolicy: false,
    // Over plain http browsers ignore it. Other hosts below the same name are not ours to bind.
    strictTransportSecurity: config.isHttps && { maxAge: yearSeconds, includeSubDomains: false },
    // A mailed link holds a token in its address: no other site is told where people come from.
    referrerPolicy: { policy: 'same-origin' },
    frameguard: { action: 'deny' },
  })
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('content-security-policy', dataPolicy)
    reply.header('permissions-policy', permissions)
    // Whoever makes an answer that may be kept says so; what is forgotten is kept nowhere.
    reply.header('cache-control', 'no-store')
  })
}

/** A fresh nonce, which this answer's policy allows for inline scripts and styles. */
export function pageNonce(reply: FastifyReply): string {
  const nonce = randomBytes(16).toString('base64')
  reply.header('content-security-policy', pagePolicy(nonce, reply.server.pageSources))
  return nonce
}

declare module 'fastify' {
  interface FastifyInstance {
    pageSources: PageSources
  }
}

interface PageSources {
  /** Where else than here pages send uploads to. */
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

/** Of everything that is no page: opened as one all the same, it loads, sends and runs nothing. */
const dataPolicy = write(nothing)

const pagePolicy = (nonce: string, { uploadOrigin, isHttps }: PageSources) =>
  write({
    ...nothing,
    'script-src': `'self' 'nonce-${nonce}'`,
    'style-src': `'self' 'nonce-${nonce}'`,
    // A loan's picture may lie anywhere on the web, but is fetched safely.
    'img-src': "'self' https: data: blob:",
    'font-src': "'self'",
    'connect-src': uploadOrigin ? `'self' ${uploadOrigin}` : "'self'",
    'form-action': "'self'",
    'object-src': "'none'",
    // No text becomes markup or code: nothing here writes any, and no policy may be made that would.
    'require-trusted-types-for': "'script'",
    'trusted-types': "'none'",
    ...(isHttps && { 'upgrade-insecure-requests': '' }),
  })

/** For answers that are made before the hooks run, to what can't be read as a request. */
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
