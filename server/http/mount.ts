/** Registers all endpoints. Each request is checked, counted, and parsed before its handler runs. */
import type { Access } from '#domain/access.ts'
import {
  refusalsOf,
  type Answer,
  type Body,
  type Endpoint,
  type PathParams,
  type Query,
} from '#contract/endpoint.ts'
import { endpoints, type EndpointName, type Endpoints } from '#contract/endpoints.ts'
import { type RequestKey, requestHashOf } from '#server/change/idempotency.ts'
import { withNamedTopics } from '#server/live/named-topics.ts'
import type { Config } from '#server/config/config.ts'
import type { Database } from '#server/database/client.ts'
import { withKnownOutcome } from '#server/database/outcome.ts'
import { ApiError, invalid, notFound } from '#server/errors.ts'
import type { EventStreams } from '#server/live/streams.ts'
import type { FileStore } from '#server/storage/storage.ts'
import type { Principal } from '#server/sign-in/principal.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { openCallLimits } from './limits/call-limits.ts'
import { compressionOf, registerCompression } from './compression.ts'
import { sendTagged } from './entity-tags.ts'
import { admit, guard, handlerAnswers } from './guard.ts'
import { refuseOtherMethods } from './other-methods.ts'

export interface Services {
  db: Database
  config: Config
  store: FileStore
  kickOutbox: () => void
  refreshCompany: () => Promise<void>
  streams: EventStreams
}

type PrincipalFor<A extends Access> = A extends 'anyone' | 'reader' ? Principal | null : Principal

export interface Context<A extends Access> extends Services {
  principal: PrincipalFor<A>
  request: FastifyRequest
  reply: FastifyReply
  access: Access
  requestKey: RequestKey | null
}

interface Input<E extends Endpoint> {
  path: PathParams<E>
  query: Query<E>
  body: Body<E>
}

type Handler<E extends Endpoint> = (
  context: Context<E['access']>,
  input: Input<E>,
) => Promise<Answer<E>>

/** One handler for each endpoint. A missing handler is a type error. */
export type Handlers = { [Name in EndpointName]: Handler<Endpoints[Name]> }

declare module 'fastify' {
  interface FastifyRequest {
    principal: Principal | null
    sid: string | null
    guardedAt: number
  }
}

// A handler for any endpoint. `Handlers` checks the types for each endpoint.
type AnyHandler = (
  context: Omit<Context<Access>, 'principal'> & { principal: Principal | null },
  input: ParsedRequest,
) => Promise<unknown>

export async function mount(
  app: FastifyInstance,
  services: Services,
  handlers: Handlers,
): Promise<void> {
  app.decorateRequest('principal', null)
  app.decorateRequest('sid', null)
  app.decorateRequest('guardedAt', 0)
  await registerCompression(app)
  const countCall = await openCallLimits(app, services.config)
  const mountRow = (part: FastifyInstance, name: EndpointName) => {
    const endpoint: Endpoint = endpoints[name]
    const { takesBytes, limit } = endpoint
    part.route({
      method: endpoint.method,
      url: endpoint.path,
      ...compressionOf(endpoint),
      config: { isUpload: takesBytes !== undefined, staysOpen: endpoint.response === 'events' },
      ...(takesBytes !== undefined && { bodyLimit: takesBytes }),
      onRequest: async (request, reply) => {
        await guard(request, reply, endpoint, services)
        if (limit) await countCall(request, limit)
      },
      // TypeScript can't match the two unions, but `Handlers` has already checked each endpoint's types.
      handler: serve(name, handlers[name] as unknown as AnyHandler, services),
    })
  }
  const names = Object.keys(endpoints) as EndpointName[]
  const takesBytes = (name: EndpointName) => 'takesBytes' in endpoints[name]
  for (const name of names.filter((each) => !takesBytes(each))) mountRow(app, name)
  await app.register(async (part) => {
    // In this scope, request bodies remain streams, regardless of their type.
    part.removeAllContentTypeParsers()
    part.addContentTypeParser('*', (_request, body, done) => done(null, body))
    for (const name of names.filter(takesBytes)) mountRow(part, name)
  })
  refuseOtherMethods(app)
}

const slowBodyMs = 1_000

/**
 * True if the body arrived slowly. Access is then checked again, because the session or the role might have changed.
 */
const cameSlowly = ({ body, guardedAt }: FastifyRequest) =>
  body !== undefined && performance.now() - guardedAt > slowBodyMs

function serve(
  name: EndpointName,
  handler: AnyHandler,
  services: Services,
): (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply> {
  const endpoint: Endpoint = endpoints[name]
  const isRead = endpoint.method === 'GET'
  const reportUnlisted = unlistedReporter(endpoint)

  async function handle(request: FastifyRequest, reply: FastifyReply, input: ParsedRequest) {
    const context: Parameters<AnyHandler>[0] = {
      ...services,
      // The guard has already rejected visitors, unless the endpoint allows them.
      principal: request.principal,
      request,
      reply,
      access: endpoint.access,
      requestKey: endpoint.idempotent ? readRequestKey(name, request, input) : null,
    }
    const run = () =>
      withNamedTopics(
        endpoint,
        () => handler(context, input),
        (topics) =>
          request.log.error({ topics }, "The call changed topics that its row doesn't name"),
      )
    try {
      return await (isRead ? run() : withKnownOutcome(run))
    } catch (error) {
      reportUnlisted(request, error)
      throw error
    }
  }

  return async (request, reply) => {
    if (cameSlowly(request)) await admit(request, endpoint, services)
    const input = parseRequest(endpoint, request)
    if (endpoint.response !== 'bytes') reply.header('cache-control', 'no-store')
    const answer = await handle(request, reply, input)
    if (handlerAnswers(endpoint)) return reply
    if (endpoint.response === null) return reply.code(204).send()
    if (isRead && mayVisitorsCall(endpoint)) return sendTagged(request, reply, answer)
    return reply.code(endpoint.status ?? 200).send(answer)
  }
}

const mayVisitorsCall = ({ access }: Endpoint) => access === 'reader' || access === 'anyone'

/** Callers rely on the declared errors. An undeclared error is still sent, but is logged as a bug. */
function unlistedReporter(endpoint: Endpoint) {
  const listed = refusalsOf(endpoint).flatMap(({ status, codes }) =>
    codes.map((code) => `${status} ${code}`),
  )
  return (request: FastifyRequest, error: unknown) => {
    if (error instanceof ApiError && !listed.includes(`${error.status} ${error.code}`))
      request.log.error({ err: error }, unlistedRefusal)
  }
}

export const unlistedRefusal = "A call was refused with a code that its row doesn't list"

interface ParsedRequest {
  path: Record<string, string>
  query: unknown
  body: unknown
}

/** @throws {ApiError} 400 with a message for each invalid field, or 404 for an invalid id. */
const parseRequest = (endpoint: Endpoint, request: FastifyRequest): ParsedRequest => ({
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
  // An error without a field means that the body isn't an object.
  const message = Object.values(fields)[0] ?? 'The request must be a JSON object'
  throw invalid(message, Object.keys(fields).length > 0 ? fields : undefined)
}

const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i

function readParams(request: FastifyRequest): Record<string, string> {
  const params = request.params as Record<string, string>
  for (const [name, value] of Object.entries(params)) {
    if (name === '*' || name === 'token') continue
    if (!uuid.test(value)) throw notFound()
    // PostgreSQL prints UUIDs in lowercase, and comparisons here rely on that.
    params[name] = value.toLowerCase()
  }
  return params
}

/** The request's Idempotency-Key, or null if it is missing or the caller isn't signed in. */
function readRequestKey(
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
