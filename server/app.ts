/** The HTTP server: API calls, pages, health checks, and the error handler. */
import { randomUUID } from 'node:crypto'
import { STATUS_CODES, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import cookie from '@fastify/cookie'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify'
import { setDeskZone } from '#domain/time-zone.ts'
import { isStandbyAwaited } from './database/standby.ts'
import { handlers } from './handlers.ts'
import { ApiError, invalid, notFound, toApiError, unavailable } from './errors.ts'
import { hasTooManyHeaders, limitConnections, limitSlowAnswers } from './http/limits/connections.ts'
import { mount, type Services } from './http/mount.ts'
import { registerPages } from './pages/html-pages.ts'
import { headersWithoutHooks, registerSecurityHeaders } from './http/security-headers.ts'
import { actingRole } from './sign-in/principal.ts'
import { findSession, sessionHash } from './sign-in/sessions.ts'
import { findPosition } from './live/reader.ts'
import { readOpenLoans } from './loans/open-loans.ts'
import { openStreams, streamLimits } from './live/streams.ts'
import { limitSlowBodies } from './http/limits/slow-bodies.ts'

/** Limits per client, documented in docs/operating.md. */
const ourLimits = {
  /** Large enough for a loan with the longest allowed values in any writing system. */
  bodyBytes: 256 * 1024,
  headBytes: 16 * 1024,
  headMs: 20_000,
  /** The interval at which Node checks for slow request heads and bodies. */
  checkEveryMs: 5_000,
  bodyMs: 60_000,
  uploadMs: 15 * 60_000,
  /** The time limit for a request and its full response. */
  answerMs: 20 * 60_000,
  /** The time limit for a connection that is idle while a read or write is expected. */
  stillMs: 2 * 60_000,
  /**
   * Exceeds the time for which proxies keep idle connections open. Otherwise, a proxy could use a closing connection.
   */
  keepAliveMs: 72_000,
  connections: 4096,
  ...streamLimits,
}

export type Limits = typeof ourLimits

/** Tests pass smaller limits, which they can reach quickly. */
export async function createApp(
  given: Omit<Services, 'streams'>,
  options: {
    distWeb: string
    logger: FastifyBaseLogger
    limits?: Partial<Limits>
    isStopping?: () => boolean
  },
): Promise<FastifyInstance> {
  const { db, config, store } = given
  setDeskZone(config.timeZone)
  const limits = { ...ourLimits, ...options.limits }
  const headers = headersWithoutHooks(config)
  const refuseUnreadable = unreadableRefusal(headers)
  const app: FastifyInstance = Fastify({
    loggerInstance: options.logger,
    trustProxy: config.trustProxy,
    bodyLimit: limits.bodyBytes,
    requestTimeout: limits.uploadMs,
    connectionTimeout: limits.stillMs,
    keepAliveTimeout: limits.keepAliveMs,
    http: {
      maxHeaderSize: limits.headBytes,
      headersTimeout: limits.headMs,
      connectionsCheckingInterval: limits.checkEveryMs,
      // Node's own response would have no body. `refuseWithoutHost` sends one that explains the error.
      requireHostHeader: false,
    },
    // Requests that still arrive during shutdown must be handled.
    return503OnClosing: false,
    // Ids need no length check before the endpoint's guard, because Node already limits the URL's length.
    routerOptions: { maxParamLength: 16_384 },
    genReqId: () => randomUUID(),
    frameworkErrors: (error, _request, reply: FastifyReply) => {
      const refusal = error.code === 'FST_ERR_BAD_URL' ? notFound() : toApiError(error)
      void reply.code(refusal.status).headers(headers).send(refusal.toBody())
    },
    clientErrorHandler: refuseUnreadable,
  })
  await app.register(cookie)
  registerSecurityHeaders(app, config)
  app.addHook('onRequest', (request, reply, done) => {
    // The IP address is stored now, because a socket loses it when the client disconnects.
    Object.defineProperty(request, 'ip', { value: request.ip })
    reply.header('x-request-id', request.id)
    done()
  })
  refuseManyHeaders(app)
  refuseWithoutHost(app)
  limitConnections(app, limits.connections)
  limitSlowBodies(app, limits.bodyMs, refuseUnreadable)
  limitSlowAnswers(app, limits.answerMs)
  readJsonOnly(app)
  closeConnectionsOnceAnswered(app)
  refuseExpectations(app, headers)
  app.setErrorHandler(async (error, request, reply) => {
    const refusal = toApiError(error)
    if (refusal.status < 500) logRefusal(request, refusal)
    else if (!hasClientLeft(error, reply)) request.log.error({ err: error }, refusal.message)
    dropHeadersOfAnswer(reply)
    if (refusal.extra.retryAfterSeconds)
      reply.header('retry-after', String(refusal.extra.retryAfterSeconds))
    return reply.code(refusal.status).header('cache-control', 'no-store').send(refusal.toBody())
  })

  app.get('/healthz', async () => ({ status: 'ok' }))
  // Anyone can request this check, and each check of an S3 service costs money and uses a connection.
  const checkStore = memoizeFor(1_000, () => store.check())
  app.get<{ Querystring: { check?: string } }>('/readyz', async ({ query }) => {
    if (options.isStopping?.()) throw unavailable('The server is stopping', 'not_ready')
    // This check is for proxies that poll on every request. It costs nothing, and fails only before a shutdown.
    if (query.check === 'stopping') return { status: 'not stopping' }
    const [database, files] = await Promise.allSettled([
      db.$client.query<{ isAwaited: boolean }>(isStandbyAwaited),
      checkStore(),
    ])
    if (database.status === 'rejected' || files.status === 'rejected')
      throw unavailable("The database or the file store isn't responding", 'not_ready')
    // The server is ready even if the standby is missing. Otherwise, a proxy would remove all processes, and reads
    // would fail.
    const isAwaited = db.$client.isStandbyAway || database.value.rows[0]?.isAwaited
    return { status: 'ready', ...(isAwaited && { changes: 'waiting for standby' }) }
  })

  const streams = openStreams({ db, config, log: options.logger, limits })
  // The streams must end before the server waits for pending responses.
  app.addHook('preClose', async () => streams.end())
  await mount(app, { ...given, streams }, handlers)
  await registerPages(app, {
    distWeb: options.distWeb,
    config,
    async findRole(request) {
      const sid = sessionHash(request, config)
      const session = sid === null ? null : await findSession(given, sid)
      return actingRole({ principal: session?.principal ?? null, config })
    },
    findChangesSeen: () => findPosition(db),
    findOpenLoans: async () => (config.publicLoans ? readOpenLoans(db) : null),
  })
  return app
}

const hasClientLeft = (error: unknown, reply: FastifyReply) =>
  reply.raw.destroyed &&
  error instanceof Error &&
  'code' in error &&
  error.code === 'ERR_STREAM_PREMATURE_CLOSE'

/** Removes the headers for type, encoding, and file name when a streamed response fails before its first chunk. */
function dropHeadersOfAnswer(reply: FastifyReply) {
  for (const name of reply.raw.getHeaderNames()) reply.raw.removeHeader(name)
  reply.removeHeader('content-encoding').removeHeader('content-disposition')
}

/** Logs clients that probe the server, with the IP address, the path, and the user id, if signed in. */
function logRefusal(request: FastifyRequest, { status, code }: ApiError) {
  const isAttempt = status === 401 && request.method !== 'GET'
  if (!isAttempt && status !== 403 && status !== 429) return
  const line = { refused: code, status, req: request, user: request.principal?.account.id }
  if (isAttempt) request.log.info(line, 'A sign-in was refused')
  else request.log.warn(line, status === 429 ? 'Too many attempts' : 'A call was forbidden')
}

/**
 * Node drops headers beyond its own limit without an error. The limit is disabled, and such requests are rejected
 * instead.
 */
function refuseManyHeaders(app: FastifyInstance) {
  app.server.maxHeadersCount = 0
  app.addHook('onRequest', ({ raw }, _reply, done) =>
    done(hasTooManyHeaders(raw.rawHeaders) ? headTooLarge() : undefined),
  )
}

const headTooLarge = () => new ApiError(431, 'too_large', 'The request headers are too large')

function refuseWithoutHost(app: FastifyInstance) {
  app.addHook('onRequest', ({ raw }, _reply, done) => {
    const lacksHost = raw.httpVersion === '1.1' && raw.headers.host === undefined
    done(lacksHost ? invalid("The request doesn't name its host") : undefined)
  })
}

/** Responds on the raw connection to data that isn't HTTP, and to a request head that is too long or too slow. */
function unreadableRefusal(headers: Record<string, string>) {
  return (error: Error & { code?: string }, socket: Duplex) => {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy()
      return
    }
    const refusal =
      error.code === 'HPE_HEADER_OVERFLOW'
        ? headTooLarge()
        : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
          ? new ApiError(408, 'too_slow', 'The request took too long to arrive')
          : invalid("The request can't be read")
    const body = JSON.stringify(refusal.toBody())
    const head = [
      `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}`,
      ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
      'content-type: application/json; charset=utf-8',
      `content-length: ${Buffer.byteLength(body)}`,
      'connection: close',
    ]
    socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
  }
}

/**
 * On shutdown, `server.close` closes idle connections, even if a request is about to arrive. Before that, responses
 * contain `Connection: close` for a short time so that clients stop reusing their connections.
 */
function closeConnectionsOnceAnswered(app: FastifyInstance) {
  const { server } = app
  const closeIdle = server.closeIdleConnections.bind(server)
  app.addHook('preClose', async () => {
    server.closeIdleConnections = () => {}
    const timer = setTimeout(() => timer.refresh() && closeIdle(), farewellMs)
    server.once('close', () => clearTimeout(timer))
    // Pending connections are accepted first, because closing the server resets connections in the backlog.
    await new Promise((resolve) => setImmediate(resolve))
  })
}

const farewellMs = 1_000

/**
 * Responds to an unknown `Expect` header, because Node's own response lacks the headers that all other responses have.
 */
function refuseExpectations(app: FastifyInstance, headers: Record<string, string>) {
  app.server.on('checkExpectation', (_request, response: ServerResponse) => {
    const refusal = new ApiError(
      417,
      'not_expected',
      "This server doesn't support that Expect header",
    )
    const type = { 'content-type': 'application/json; charset=utf-8' }
    response.writeHead(417, { ...headers, ...type, connection: 'close' })
    response.end(JSON.stringify(refusal.toBody()))
  })
}

/** A body is either JSON or missing. An empty body counts as missing, whatever its content type. */
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

/** Calls `ask` at most once per `ms`. Calls made while it runs, or shortly afterward, share its result. */
function memoizeFor<Result>(ms: number, ask: () => Promise<Result>): () => Promise<Result> {
  let shared: Promise<Result> | null = null
  return () => {
    if (shared) return shared
    const result = ask()
    shared = result
    const isOld = sleep(ms, undefined, { ref: false })
    void Promise.allSettled([result, isOld]).then(() => (shared = null))
    return result
  }
}
