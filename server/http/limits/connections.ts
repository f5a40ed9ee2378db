/** Limits the number of open connections and the time for a response, and selects connections to close. */
import type { FastifyInstance } from 'fastify'
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'

/** A connection that received data this recently might be about to send a request. */
const freshMs = 1_000
const warnAtMostEveryMs = 60_000

/**
 * The minimum number of bytes that a client must read within `unreadForMs` while connections are refused. A slower
 * client is treated as if it didn't read its response at all.
 */
const minBytesRead = 32 * 1024
const unreadForMs = 5_000

/** A connection that waits for a complete request header or for the rest of a body. */
interface Wait {
  since: number
  request: IncomingMessage | null
  /** The number of response bytes sent so far, and when it last increased. */
  progress?: { sent: number; at: number }
}

const spared = new WeakSet<IncomingMessage>()

/** Allows a request's body to arrive slowly once the request is known to be legitimate. */
export const letBodyBeSlow = (request: IncomingMessage) => void spared.add(request)

/**
 * Limits the number of connections. Beyond the limit, idle connections and those with incomplete headers are closed
 * first, then the oldest ones with an incomplete body or an unread response.
 */
export function limitConnections(
  app: FastifyInstance,
  max: number,
  unreadMs: number = unreadForMs,
): void {
  const { server } = app
  server.maxConnections = max
  const waiting = new Map<Socket, Wait>()
  const wait = (socket: Socket, request: IncomingMessage | null) => {
    waiting.delete(socket)
    waiting.set(socket, { since: Date.now(), request })
  }
  server.on('connection', (socket) => {
    wait(socket, null)
    socket.once('close', () => waiting.delete(socket))
  })
  server.on('request', (request) => wait(request.socket, request))
  let warnedAt = 0
  server.on('drop', () => {
    server.closeIdleConnections()
    makeWay(waiting, { room: Math.ceil(max / 10), unreadMs })
    if (Date.now() - warnedAt < warnAtMostEveryMs) return
    warnedAt = Date.now()
    app.log.warn({ max }, 'Too many connections; those that ask for nothing are closed')
  })
}

function makeWay(
  waiting: ReadonlyMap<Socket, Wait>,
  { room, unreadMs }: { room: number; unreadMs: number },
) {
  const late: Socket[] = []
  let closed = 0
  for (const [socket, wait] of waiting) {
    const { since, request } = wait
    const isFresh = Date.now() - since <= freshMs
    if (!socket.destroyed && !isFresh && request === null) socket.destroy()
    if (socket.destroyed) closed += 1
    else if (isFresh || !request) continue
    else if (request.complete ? isUnread(socket, wait, unreadMs) : !spared.has(request))
      late.push(socket)
  }
  for (const socket of late.slice(0, Math.max(0, room - closed))) socket.destroy()
}

/** Returns true if the client has read almost nothing of a pending response since the last check. */
function isUnread(socket: Socket, wait: Wait, unreadMs: number): boolean {
  if (socket.writableLength === 0) return false
  const sent = socket.bytesWritten - socket.writableLength
  if (!wait.progress || sent - wait.progress.sent >= minBytesRead)
    wait.progress = { sent, at: Date.now() }
  return Date.now() - wait.progress.at >= unreadMs
}

declare module 'fastify' {
  interface FastifyContextConfig {
    staysOpen?: boolean
  }
}

/**
 * The maximum time for a request and its response. Without it, a client that reads byte by byte could keep a file open
 * forever. Event streams have separate limits (`server/live/`).
 */
export function limitSlowAnswers(app: FastifyInstance, limitMs: number): void {
  app.addHook('onRequest', ({ raw, routeOptions }, reply, done) => {
    if (routeOptions.config.staysOpen) return done()
    const timer = setTimeout(() => raw.socket.destroy(), limitMs)
    timer.unref()
    reply.raw.once('close', () => clearTimeout(timer))
    done()
  })
}

/** Even with the headers that proxies add, a browser's request has fewer headers than this. */
export const hasTooManyHeaders = (rawHeaders: string[]) => rawHeaders.length / 2 > 100
