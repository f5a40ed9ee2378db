/** The HTTP application: the table's calls, the pages, health, and one place for errors. */
import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import cookie from '@fastify/cookie'
import { sql } from 'drizzle-orm'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyReply } from 'fastify'
import { handlers } from './api/handlers.ts'
import { ApiError, invalid, notFound, toApiError, unavailable } from './errors.ts'
import { mount, type Services } from './http/mount.ts'
import { registerPages } from './http/pages.ts'
import { headersWithoutHooks, registerSecurityHeaders } from './http/security-headers.ts'
import { findSessionUser, sessionId } from './http/sessions.ts'
import { limitSlowBodies } from './http/slow-bodies.ts'

/** Room for the longest texts of a loan, whatever their letters. */
const bodyLimitBytes = 256 * 1024

export async function createApp(
  services: Services,
  options: { distWeb: string; logger: FastifyBaseLogger },
): Promise<FastifyInstance> {
  const { db, config, store } = services
  const app: FastifyInstance = Fastify({
    loggerInstance: options.logger,
    trustProxy: config.trustProxy,
    bodyLimit: bodyLimitBytes,
    // The longest upload; other bodies have less time.
    requestTimeout: 15 * 60_000,
    // A request that still gets in while the program stops is one under way, and is served.
    return503OnClosing: false,
    // Node takes no longer address, so that an id of any length gets to the guard of its call.
    routerOptions: { maxParamLength: 16_384 },
    genReqId: () => randomUUID(),
    // An address that can't be decoded is nowhere.
    frameworkErrors: (error, _request, reply: FastifyReply) => {
      const refusal = error.code === 'FST_ERR_BAD_URL' ? notFound() : toApiError(error)
      void reply.code(refusal.status).headers(headersWithoutHooks).send(refusal.toBody())
    },
    clientErrorHandler: refuseUnreadable,
  })
  await app.register(cookie)
  await registerSecurityHeaders(app, config)
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
  })
  limitSlowBodies(app, 60_000, refuseUnreadable)
  readJsonOnly(app)
  closeConnectionsOnceAnswered(app)
  app.setErrorHandler(async (error, request, reply) => {
    const refusal = toApiError(error)
    if (refusal.status >= 500) request.log.error({ err: error }, refusal.message)
    if (refusal.extra.retryAfterSeconds)
      reply.header('retry-after', String(refusal.extra.retryAfterSeconds))
    return reply.code(refusal.status).header('cache-control', 'no-store').send(refusal.toBody())
  })

  app.get('/healthz', async () => ({ status: 'ok' }))
  app.get('/readyz', async () => {
    const answers = await Promise.allSettled([db.execute(sql`select 1`), store.check()])
    if (answers.some((answer) => answer.status === 'rejected'))
      throw unavailable('The database or the file store does not answer', 'not_ready')
    return { status: 'ready' }
  })

  await mount(app, services, handlers)
  await registerPages(app, {
    distWeb: options.distWeb,
    config,
    async hasLiveSession(request) {
      const sid = sessionId(request)
      return sid !== null && (await findSessionUser(db, config, sid)) !== null
    },
  })
  return app
}

/** What is no HTTP, or has a head too long or too slow, gets its refusal on the bare connection. */
function refuseUnreadable(error: Error & { code?: string }, socket: Duplex) {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const refusal =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? new ApiError(431, 'too_large', 'The head of the request is too large')
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? new ApiError(408, 'too_slow', 'The request took too long to arrive')
        : invalid('The request cannot be read')
  const body = JSON.stringify(refusal.toBody())
  const head = [
    `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}`,
    ...Object.entries(headersWithoutHooks).map(([name, value]) => `${name}: ${value}`),
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
}

/**
 * A stop waits for the requests under way, not for their connections: closing a server ends those
 * that are idle at that moment, and one that becomes idle later would be kept open for a minute.
 */
function closeConnectionsOnceAnswered(app: FastifyInstance) {
  app.addHook('preClose', async () => {
    const timer = setInterval(() => app.server.closeIdleConnections(), 50)
    app.server.once('close', () => clearInterval(timer))
  })
}

/** Bodies are JSON, or missing: an empty one is no body, whatever type it names. */
function readJsonOnly(app: FastifyInstance) {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    if (body === '') return done(null, undefined)
    try {
      done(null, JSON.parse(body.toString()))
    } catch {
      done(Object.assign(new Error('Not JSON'), { code: 'FST_NOT_JSON', statusCode: 400 }))
    }
  })
}
