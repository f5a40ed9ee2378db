/** Structured logs on standard output: one JSON line an event, with the request's id. */
import type { LogLevel } from './config.ts'
import type { LoggerOptions } from 'pino'

export const logOptions = (level: LogLevel): LoggerOptions => ({
  level,
  timestamp: () => `,"time":"${new Date().toISOString()}"`,
  formatters: { level: (label) => ({ level: label }) },
  base: { pid: process.pid },
  serializers: {
    err: describeError,
    // A query can hold the token of a reset link, and headers hold cookies: neither is logged.
    req: (request: { method: string; url: string; ip: string }) => ({
      method: request.method,
      path: request.url.split('?')[0],
      address: request.ip,
    }),
    res: (reply: { statusCode: number }) => ({ status: reply.statusCode }),
  },
})

/**
 * What is logged of an error. Whatever else hangs on it stays out: a failed query has its values
 * there and in its message (addresses, hashes, the link in a mail), a broken request its bytes.
 */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return { message: String(error) }
  const message = 'params' in error ? (error.message.split('\nparams: ')[0] ?? '') : error.message
  const stack = error.stack ?? ''
  const afterMessage = stack.lastIndexOf(error.message) + error.message.length
  return {
    type: error.constructor.name,
    message,
    ...('code' in error && { code: error.code }),
    stack: stack.slice(afterMessage).trim(),
    ...(error.cause !== undefined && { cause: describeError(error.cause) }),
  }
}
