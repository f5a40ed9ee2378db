/** Connections: how many at once, who makes way when they are too many, how long one may be answered. */
import type { FastifyInstance } from 'fastify'
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'

/** What arrives this recently may be about to ask. */
const freshMs = 1_000
const warnAtMostEveryMs = 60_000

/** What a connection waits for: a whole head where there is no request, else the rest of its body. */
interface Wait {
  since: number
  request: IncomingMessage | null
}

/** Requests that may take their time however many connections there are. */
const spared = new WeakSet<IncomingMessage>()

/** Lets the body of a request arrive as slowly as it may: it is known to be wanted. */
export const letBodyBeSlow = (request: IncomingMessage) => void spared.add(request)

/**
 * Holds at most so many connections. When one more comes, those make way that never sent a whole
 * head, or had their answer; then, until there is some room, those whose bodies do not come, longest
 * waiting first. So nobody keeps others out by opening connections and leaving them at that.
 */
export function limitConnections(app: FastifyInstance, most: number): void {
  const { server } = app
  server.maxConnections = most
  /** Those that wait, in the order since when. */
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
    makeWay(waiting, Math.ceil(most / 10))
    if (Date.now() - warnedAt < warnAtMostEveryMs) return
    warnedAt = Date.now()
    app.log.warn({ most }, 'Too many connections; those that ask for nothing are closed')
  })
}

function makeWay(waiting: ReadonlyMap<Socket, Wait>, room: number) {
  const late: Socket[] = []
  let closed = 0
  for (const [socket, { since, request }] of waiting) {
    const isFresh = Date.now() - since <= freshMs
    if (!socket.destroyed && !isFresh && request === null) socket.destroy()
    if (socket.destroyed) closed += 1
    else if (!isFresh && request && !request.complete && !spared.has(request)) late.push(socket)
  }
  for (const socket of late.slice(0, Math.max(0, room - closed))) socket.destroy()
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
