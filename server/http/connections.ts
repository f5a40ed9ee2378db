/** Connections: how many at once, who makes way when they are too many, how long one may be answered. */
import type { FastifyInstance } from 'fastify'
import type { Socket } from 'node:net'

/** What arrives this recently may be about to ask. */
const freshMs = 1_000
const warnAtMostEveryMs = 60_000

/**
 * Holds at most so many connections. When one more comes, those make way that wait for nothing:
 * they never sent a whole head, or had their answer. So nobody keeps others out by opening
 * connections and leaving them at that.
 */
export function limitConnections(app: FastifyInstance, most: number): void {
  const { server } = app
  server.maxConnections = most
  /** Those that never sent a whole head, and since when. */
  const silent = new Map<Socket, number>()
  server.on('connection', (socket) => {
    silent.set(socket, Date.now())
    socket.once('close', () => silent.delete(socket))
  })
  server.on('request', ({ socket }) => silent.delete(socket))
  let warnedAt = 0
  server.on('drop', () => {
    server.closeIdleConnections()
    for (const [socket, since] of silent) if (Date.now() - since > freshMs) socket.destroy()
    if (Date.now() - warnedAt < warnAtMostEveryMs) return
    warnedAt = Date.now()
    app.log.warn({ most }, 'Too many connections; those that ask for nothing are closed')
  })
}

/**
 * Ends a connection whose request and answer took longer than this: whoever takes an answer byte by
 * byte would otherwise hold it, and an open file with it, for ever.
 */
export function limitSlowAnswers(app: FastifyInstance, limitMs: number): void {
  app.addHook('onRequest', async ({ raw }, reply) => {
    const timer = setTimeout(() => raw.socket.destroy(), limitMs)
    timer.unref()
    reply.raw.once('close', () => clearTimeout(timer))
  })
}

/** No browser sends as many, with all that proxies add. */
export const hasTooManyHeaders = (rawHeaders: string[]) => rawHeaders.length / 2 > 100
