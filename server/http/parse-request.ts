/** Parses a request as its contract requires, or refuses it with 400 or 404. */
import type { Endpoint } from '#contract/endpoint.ts'
import type { EndpointName } from '#contract/endpoints.ts'
import { requestHashOf, type RequestKey } from '#server/change/idempotency.ts'
import { invalid, notFound } from '#server/errors.ts'
import type { FastifyRequest } from 'fastify'

export interface ParsedRequest {
  path: Record<string, string>
  query: unknown
  body: unknown
}

/** @throws {ApiError} 400 with a message for each wrong field, or 404 for an invalid id. */
export const parseRequest = (endpoint: Endpoint, request: FastifyRequest): ParsedRequest => ({
  query: parse(endpoint.query, request.query),
  body: parse(endpoint.body, request.body),
  path: readParams(request),
})

function parse(schema: Endpoint['body'], value: unknown): unknown {
  if (!schema) return undefined
  const result = schema.safeParse(value ?? {})
  if (result.success) return result.data
  const fields: Record<string, string> = {}
  for (const issue of result.error.issues) {
    const field = issue.path.join('.')
    if (field) fields[field] ??= issue.message
  }
  // An error without a field concerns the whole body, which is not an object.
  const message = Object.values(fields)[0] ?? 'The request must be a JSON object'
  throw invalid(message, Object.keys(fields).length > 0 ? fields : undefined)
}

const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i

function readParams(request: FastifyRequest): Record<string, string> {
  const params = request.params as Record<string, string>
  for (const [name, value] of Object.entries(params)) {
    if (name === '*') continue
    if (!uuid.test(value)) throw notFound()
    // PostgreSQL prints UUIDs in lowercase, and comparisons here rely on it.
    params[name] = value.toLowerCase()
  }
  return params
}

/** The request's Idempotency-Key; null without one or without a signed-in caller. */
export function readRequestKey(
  call: EndpointName,
  { headers, principal }: FastifyRequest,
  input: ParsedRequest,
): RequestKey | null {
  const key = headers['idempotency-key']
  if (key === undefined || !principal) return null
  if (typeof key === 'string' && /^[\x21-\x7e]{1,200}$/.test(key))
    return { userId: principal.account.id, key, call, requestHash: requestHashOf(input) }
  throw invalid('The Idempotency-Key must be 1 to 200 visible ASCII characters')
}
