/** Time limits for request bodies: Node's limit for uploads, and a shorter limit for all others. */
import type { FastifyInstance } from 'fastify'
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'

declare module 'fastify' {
  interface FastifyContextConfig {
    isUpload?: boolean
  }
}

/**
 * Limits the time for a request's body. After an early rejection, the rest of an upload is read and discarded within
 * the same limit. Otherwise, the client couldn't read the response.
 */
export function limitSlowBodies(
  app: FastifyInstance,
  limitMs: number,
  refuse: (error: Error & { code?: string }, socket: Duplex) => void,
): void {
  app.addHook('onRequest', ({ raw, routeOptions }, _reply, done) => {
    if (routeOptions.config.isUpload || !hasBody(raw)) return done()
    // The body of a GET request is ignored. However, if unread bytes remain when the connection closes, the response is
    // cut off.
    if (raw.method === 'GET' || raw.method === 'HEAD') raw.resume()
    onceLate(raw, limitMs, () => {
      refuse(Object.assign(new Error('Slow'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), raw.socket)
      raw.socket.destroySoon()
    })
    done()
  })
  app.addHook('onResponse', ({ raw, routeOptions }, _reply, done) => {
    if (routeOptions.config.isUpload && !raw.complete)
      onceLate(raw, limitMs, () => raw.socket.destroy())
    done()
  })
}

function onceLate(incoming: IncomingMessage, limitMs: number, act: () => void) {
  const timer = setTimeout(() => !incoming.complete && act(), limitMs)
  timer.unref()
  incoming.once('end', () => clearTimeout(timer))
  incoming.once('close', () => clearTimeout(timer))
}

const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
