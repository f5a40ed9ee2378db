/** Serves the table: guards each call, counts it, decodes, then calls the handler and answers. */
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
import { requestHashOf, type RequestKey } from '#server/change/idempotency.ts'
import { withNamedTopics } from '#server/changes/named-topics.ts'
import type { Config } from '#server/config/config.ts'
import type { Database } from '#server/database/client.ts'
import { withKnownOutcome } from '#server/database/outcome.ts'
import { ApiError, invalid, notFound } from '#server/errors.ts'
import type { EventStreams } from '#server/events/streams.ts'
import type { FileStore } from '#server/storage/storage.ts'
import type { Principal } from '#server/sign-in/principal.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { openCallLimits } from './call-limits.ts'
import { chooseCoding } from './codings.ts'
import { compressionOf, registerCompression } from './compression.ts'
import { entityTagOf, toKeptAnswer, type Content, type KeptAnswers } from './kept-answers.ts'
import { admit, asksForOwn, guard, handlerAnswers } from './guard.ts'
import { matchesTag } from './objects.ts'
import { refuseOtherMethods } from './other-methods.ts'
import { SeenWrites } from './seen-writes.ts'

/** What every handler may use, for every call. */
export interface Services {
  db: Database
  config: Config
  store: FileStore
  /** Wakes the mail outbox: an email is ready to send. */
  kickOutbox: () => void
  /** Reads the company's details, which `config` has then. */
  refreshCompany: () => Promise<void>
  /** The open streams of events. */
  streams: EventStreams
}

type PrincipalFor<A extends Access> = A extends 'anyone' | 'reader' ? Principal | null : Principal

export interface Context<A extends Access> extends Services {
  /** Who is asking; null for a visitor. */
  principal: PrincipalFor<A>
  request: FastifyRequest
  reply: FastifyReply
  /** The access of the call's row. */
  access: Access
  /** The request's Idempotency-Key, on calls that accept one. */
  requestKey: RequestKey | null
}

/** What a call was given, parsed and kept apart; query and body are undefined where its row has none. */
interface Given<E extends Endpoint> {
  path: PathParams<E>
  query: Query<E>
  body: Body<E>
}

type Handler<E extends Endpoint> = (
  context: Context<E['access']>,
  given: Given<E>,
) => Promise<Answer<E>>

/** One handler for each row of the table: a missing one is a type error. */
export type Handlers = { [Name in EndpointName]: Handler<Endpoints[Name]> }

declare module 'fastify' {
  interface FastifyRequest {
    /** Who is asking, set once the request has passed the row's guard; null for a visitor. */
    principal: Principal | null
    /** The hash of the current session id; null without a session. */
    sid: string | null
    /** Stands for what the caller changed in the last seconds, in any process; null for nothing. */
    lateWrites: string | null
    /** When the request passed the guard, by `performance.now()`. */
    guardedAt: number
  }
}

// A handler of any row, for the loop that mounts all of them; `Handlers` checks each row's own types.
type AnyHandler = (
  context: Omit<Context<Access>, 'principal'> & { principal: Principal | null },
  given: Decoded,
) => Promise<unknown>

export async function mount(
  app: FastifyInstance,
  services: Services,
  handlers: Handlers,
  kept: KeptAnswers,
): Promise<void> {
  app.decorateRequest('principal', null)
  app.decorateRequest('sid', null)
  app.decorateRequest('lateWrites', null)
  app.decorateRequest('guardedAt', 0)
  await registerCompression(app)
  const countCall = await openCallLimits(app, services.config)
  const seenWrites = new SeenWrites()
  // Whoever is told of a change of another process asks for what it changed.
  services.streams.onChanges(() => kept.forget())
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
      // The cast joins two unions that the type above has already matched row by row.
      handler: serve(name, handlers[name] as unknown as AnyHandler, services, { kept, seenWrites }),
    })
  }
  const names = Object.keys(endpoints) as EndpointName[]
  const takesBytes = (name: EndpointName) => 'takesBytes' in endpoints[name]
  for (const name of names.filter((each) => !takesBytes(each))) mountRow(app, name)
  await app.register(async (part) => {
    // In this scope, bodies stay streams, whatever their type.
    part.removeAllContentTypeParsers()
    part.addContentTypeParser('*', (_request, body, done) => done(null, body))
    for (const name of names.filter(takesBytes)) mountRow(part, name)
  })
  refuseOtherMethods(app)
}

const slowBodyMs = 1_000

/**
 * Whether the body took so long that the caller may have lost the session or role meanwhile. Time
 * spent before the guard finished, such as the lookup itself, doesn't count.
 */
const cameSlowly = ({ body, guardedAt }: FastifyRequest) =>
  body !== undefined && performance.now() - guardedAt > slowBodyMs

function serve(
  name: EndpointName,
  handler: AnyHandler,
  services: Services,
  { kept, seenWrites }: { kept: KeptAnswers; seenWrites: SeenWrites },
): (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply> {
  const endpoint: Endpoint = endpoints[name]
  const reportUnlisted = unlistedReporter(endpoint)

  async function act(request: FastifyRequest, reply: FastifyReply, given: Decoded) {
    const context: Parameters<AnyHandler>[0] = {
      ...services,
      // Null only if the row's access lets visitors in; the guard has checked that.
      principal: request.principal,
      request,
      reply,
      access: endpoint.access,
      requestKey: endpoint.idempotent ? readRequestKey(name, request, given) : null,
    }
    const run = () =>
      withNamedTopics(
        endpoint,
        () => handler(context, given),
        (topics) =>
          request.log.error({ topics }, "The call changed topics that its row doesn't name"),
      )
    try {
      return await (endpoint.method === 'GET' ? run() : withKnownOutcome(run))
    } catch (error) {
      reportUnlisted(request, error)
      throw error
    } finally {
      // Also after a refusal: the outcome may be unknown.
      if (endpoint.method !== 'GET') kept.forget()
    }
  }

  /** The answer that is the same for everybody, made now or less than a second ago. */
  function getKept(request: FastifyRequest, given: Decoded, make: () => Promise<Content>) {
    const key = `${name} ${JSON.stringify([given.path, given.query])}`
    const { principal, lateWrites, headers } = request
    // Browsers say so when an event has told them of a change, which may be of another process.
    const isToldOfChange = principal !== null && headers['cache-control'] === 'no-cache'
    const seenAt = principal ? seenWrites.firstSeen(principal.account.id, lateWrites) : 0
    return kept.get(key, isToldOfChange ? performance.now() : seenAt, make)
  }

  /** Sends an answer that is the same for everybody, unless the caller asks for the own. */
  async function answerForAll(request: FastifyRequest, reply: FastifyReply, given: Decoded) {
    const make = async () => {
      const value = await act(request, reply, given)
      return { value, link: reply.getHeader('link')?.toString() }
    }
    const answer = asksForOwn(endpoint, request)
      ? toKeptAnswer(await make())
      : await getKept(request, given, make)
    if (answer.link !== undefined) reply.header('link', answer.link)
    reply.header('etag', answer.etag)
    if (matchesTag(request.headers['if-none-match'], answer.etag)) return reply.code(304).send()
    reply.header('content-type', jsonType)
    const coding = chooseCoding(request.headers['accept-encoding'])
    const packed = coding && (await answer.packed(coding))
    return packed ? reply.header('content-encoding', coding).send(packed) : reply.send(answer.json)
  }

  return async (request, reply) => {
    // Only the caller and their access: the head has not changed, and a new id is issued only once.
    if (cameSlowly(request)) await admit(request, endpoint, services)
    const query = decode(endpoint.query, request.query)
    const body = decode(endpoint.body, request.body)
    if (endpoint.response !== 'bytes') reply.header('cache-control', 'no-store')
    const given = { path: readParams(request), query, body }
    if (endpoint.sameForAll) return answerForAll(request, reply, given)
    const answer = await act(request, reply, given)
    if (handlerAnswers(endpoint)) return reply
    if (endpoint.response === null) return reply.code(204).send()
    if (endpoint.method === 'GET' && endpoint.access === 'reader')
      return sendTagged(request, reply, JSON.stringify(answer))
    return reply.code(endpoint.status ?? 200).send(answer)
  }
}

/** Sends JSON with its entity tag, or 304 to a client that has it already. */
function sendTagged(request: FastifyRequest, reply: FastifyReply, json: string): FastifyReply {
  const etag = entityTagOf(json)
  reply.header('etag', etag)
  if (matchesTag(request.headers['if-none-match'], etag)) return reply.code(304).send()
  return reply.header('content-type', jsonType).send(json)
}

interface Decoded {
  path: Record<string, string>
  query: unknown
  body: unknown
}

const jsonType = 'application/json; charset=utf-8'

/** The table is what callers know of: a refusal that its row lacks is answered, and logged as our error. */
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

function decode(schema: Endpoint['body'], given: unknown): unknown {
  if (!schema) return undefined
  const result = schema.safeParse(given ?? {})
  if (result.success) return result.data
  const fields: Record<string, string> = {}
  for (const issue of result.error.issues) {
    const field = issue.path.join('.')
    if (field) fields[field] ??= issue.message
  }
  // An error without a field is about the whole body: it is not an object.
  const message = Object.values(fields)[0] ?? 'The request must be a JSON object'
  throw invalid(message, Object.keys(fields).length > 0 ? fields : undefined)
}

const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i

/** An id that is not a valid UUID is treated as not found. */
function readParams(request: FastifyRequest): Record<string, string> {
  // Fastify types parameters by route; here each one is a string.
  const params = request.params as Record<string, string>
  for (const [name, value] of Object.entries(params)) {
    if (name === '*') continue
    if (!uuid.test(value)) throw notFound()
    // PostgreSQL prints UUIDs in lowercase; comparisons here rely on that.
    params[name] = value.toLowerCase()
  }
  return params
}

function readRequestKey(
  call: EndpointName,
  { headers, principal }: FastifyRequest,
  given: Decoded,
): RequestKey | null {
  const key = headers['idempotency-key']
  if (key === undefined || !principal) return null
  if (typeof key === 'string' && /^[\x21-\x7e]{1,200}$/.test(key))
    return { userId: principal.account.id, key, call, requestHash: requestHashOf(given) }
  throw invalid('The Idempotency-Key must be 1 to 200 visible ASCII characters')
}
