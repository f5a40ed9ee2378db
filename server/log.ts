/** Structured logs on standard output. Each event is one JSON line, with the request's id. */
import type { LogLevel } from './config/config.ts'
import type { LoggerOptions } from 'pino'

export const logOptions = (level: LogLevel): LoggerOptions => ({
  level,
  timestamp: () => `,"time":"${new Date().toISOString()}"`,
  formatters: { level: (label) => ({ level: label }) },
  base: { pid: process.pid },
  hooks: {
    // Pino would log the error's message unfiltered if the call had no separate message.
    logMethod(args, log) {
      const [first, words]: unknown[] = args
      const error = first instanceof Error ? first : errorIn(first)
      if (!error || (words !== undefined && words !== error.message)) return log.apply(this, args)
      const fields = first instanceof Error ? { err: first } : first
      log.apply(this, [fields, messageOf(error)])
    },
  },
  serializers: {
    err: describeError,
    // Queries aren't logged, because they can contain a reset link's token. Headers aren't logged, because they contain
    // cookies.
    req: (request: { method: string; url: string; ip: string }) => ({
      method: request.method,
      path: pathOf(request.url),
      address: request.ip,
    }),
    res: (reply: { statusCode: number }) => ({ status: reply.statusCode }),
  },
})

/** The path without the token of an invitation, which would give access to an account. */
const pathOf = (url: string) => url.split('?')[0]?.replace(/^(\/api\/invitations\/)[^/]+/i, '$1…')

function errorIn(fields: unknown): Error | null {
  const isHere = typeof fields === 'object' && fields !== null && 'err' in fields
  return isHere && fields.err instanceof Error ? fields.err : null
}

/**
 * Returns the fields of an error that can be logged. The others can contain secrets: the values of a failed query, such
 * as hashes and links in emails, or the bytes of a bad request.
 */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return { message: typeof error }
  return {
    type: error.constructor.name,
    message: messageOf(error),
    ...('code' in error && { code: error.code }),
    stack: stackOf(error),
    ...(error.cause !== undefined && { cause: describeError(error.cause) }),
  }
}

/** Returns the message without the query's values. PostgreSQL includes some of them after a colon. */
function messageOf(error: Error): string {
  const [message = ''] = error.message.split('\nparams: ')
  return isFromDatabase(error) ? message.replace(/: ".*/s, '') : message
}

const isFromDatabase = (error: Error) =>
  'code' in error && typeof error.code === 'string' && /^[0-9A-Z]{5}$/.test(error.code)

/** Returns only the stack frames, because the message before them is unfiltered. */
function stackOf({ stack = '', message }: Error): string {
  const afterMessage = stack.includes(message) ? stack.lastIndexOf(message) + message.length : 0
  const lines = stack.slice(afterMessage).split('\n')
  return lines.filter((line) => /^\s+at /.test(line)).join('\n')
}
