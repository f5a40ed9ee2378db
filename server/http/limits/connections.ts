/** Connections: how many at once, which are closed when there are too many, and how long an answer may take. */
import type { FastifyInstance } from 'fastify'
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'

/** A connection that received data this recently may be about to send a request. */
const freshMs = 1_000
const warnAtMostEveryMs = 60_000

/** A client that takes less of its answer than this, for so long, while others are kept out, isn't reading it. */
const minBytesRead = 32 * 1024
const unreadForMs = 5_000

/** What a connection waits for: a complete request head, or the rest of a body. */
interface Wait {
  since: number
  request: IncomingMessage | null
  /** How much of the answer had been sent, and when that was seen to be more. */
  progress?: { sent: number; at: number }
}

/** Requests that may be slow however many connections there are. */
const spared = new WeakSet<IncomingMessage>()

/** Lets a request's body arrive slowly, because the request is known to be wanted. */
export const letBodyBeSlow = (request: IncomingMessage) => void spared.add(request)

/**
 * Limits the number of connections. When one more arrives, it closes those that never sent a whole
 * head or already got their answer, then, until there is room, those whose bodies don't arrive or whose answers
 * aren't read, longest waiting first. So nobody can lock others out by holding connections open.
 */
export function limitConnections(
  app: FastifyInstance,
  max: number,
  unreadMs: number = unreadForMs,
): void {
  const { server } = app
  server.maxConnections = max
  /** Waiting connections, ordered by when they started to wait. */
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

/** Whether a client has taken next to nothing of what waits for it since this was asked before. */
function isUnread(socket: Socket, wait: Wait, unreadMs: number): boolean {
  if (socket.writableLength === 0) return false
  const sent = socket.bytesWritten - socket.writableLength
  if (!wait.progress || sent - wait.progress.sent >= minBytesRead)
    wait.progress = { sent, at: Date.now() }
  return Date.now() - wait.progress.at >= unreadMs
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The answer is a stream that stays open. */
    staysOpen?: boolean
  }
}

/**
 * Closes a connection whose request and answer took longer than this: a client that reads an answer
 * byte by byte would otherwise hold it, and an open file, forever. A stream of events has limits of
 * its own (`server/live/`).
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

/** No browser sends this many headers, even with those that proxies add. */
export const hasTooManyHeaders = (rawHeaders: string[]) => rawHeaders.length / 2 > 100
