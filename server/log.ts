/** Structured logs on standard output: one JSON line an event, with the request's id. */
import type { LogLevel } from './config.ts'
import type { LoggerOptions } from 'pino'

export const logOptions = (level: LogLevel): LoggerOptions => ({
  level,
  timestamp: () => `,"time":"${new Date().toISOString()}"`,
  formatters: { level: (label) => ({ level: label }) },
  base: { pid: process.pid },
  serializers: {
    // A query can hold the token of a reset link, and headers hold cookies: neither is logged.
    req: (request: { method: string; url: string; ip: string }) => ({
      method: request.method,
      path: request.url.split('?')[0],
      address: request.ip,
    }),
    res: (reply: { statusCode: number }) => ({ status: reply.statusCode }),
  },
})
