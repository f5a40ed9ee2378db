/** What browsers are told about every answer: what may run, be framed, be sent along. */
import { randomBytes } from 'node:crypto'
import helmet from '@fastify/helmet'
import type { Config } from '#server/config.ts'
import type { FastifyInstance, FastifyReply } from 'fastify'

/** Sets the headers of all answers; a page with inline parts adds its nonce by `pageNonce`. */
export async function registerSecurityHeaders(
  app: FastifyInstance,
  config: Pick<Config, 'isHttps' | 's3'>,
): Promise<void> {
  // Pages send uploads to the file store directly.
  app.decorate('uploadOrigin', config.s3 && new URL(config.s3.endpoint).origin)
  const policyWithoutNonce = policy("'self'", app.uploadOrigin)
  const yearSeconds = 365 * 24 * 3600
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
    reply.header('content-security-policy', policyWithoutNonce)
    reply.header('permissions-policy', permissions)
  })
}

/** A fresh nonce, which this answer's policy allows for inline scripts and styles. */
export function pageNonce(reply: FastifyReply): string {
  const nonce = randomBytes(16).toString('base64')
  const { uploadOrigin } = reply.server
  reply.header('content-security-policy', policy(`'self' 'nonce-${nonce}'`, uploadOrigin))
  return nonce
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Where else than here pages send uploads to. */
    uploadOrigin: string | null
  }
}

const policy = (inline: string, uploadOrigin: string | null) =>
  Object.entries({
    'default-src': "'self'",
    ...(uploadOrigin && { 'connect-src': `'self' ${uploadOrigin}` }),
    'script-src': inline,
    'style-src': inline,
    // A loan's picture may lie anywhere on the web, but is fetched safely.
    'img-src': "'self' https: data: blob:",
    'object-src': "'none'",
    'base-uri': "'none'",
    'frame-ancestors': "'none'",
    'form-action': "'self'",
  })
    .map(([directive, sources]) => `${directive} ${sources}`)
    .join('; ')

/** For answers that are made before the hooks run, to what can't be read as a request. */
export const headersWithoutHooks = {
  'content-security-policy': policy("'self'", null),
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
}

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
