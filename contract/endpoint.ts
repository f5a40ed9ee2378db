import type { Access } from '#domain/access.ts'
import type { RefusalCode, RefusalCodes, RefusalStatus } from './refusals.ts'
import type * as z from 'zod/mini'
import type { RowTopic } from './live/topics.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/**
 * The per-account rate limit that applies to this call. `server/http/limits/call-limits.ts` defines the limits. Calls
 * without a specific limit use `changes`.
 */
export type CallLimit = 'commitments' | 'messages' | 'favorites' | 'resetLinks' | 'changes'

export interface Endpoint {
  method: Method
  /** In a path, `:id` is a parameter. A final `*` matches the rest of the path. */
  path: string
  /** The only field that determines which callers can use the endpoint. */
  access: Access
  /** Required for every call that lets a signed-in user change data. */
  limit?: CallLimit
  summary: string
  /** The live-update topics that the response depends on. Required for every GET that returns JSON. */
  shows?: readonly RowTopic[]
  /** The live-update topics that a successful call changes. Required for every method other than GET. */
  changes?: readonly RowTopic[]
  query?: z.ZodMiniType
  body?: z.ZodMiniType
  /** An example of valid input for the API page and the tests. Required if the endpoint takes input. */
  example?: Example
  /** The maximum size of the body in bytes. If set, the body is a raw stream of bytes instead of JSON. */
  takesBytes?: number
  /**
   * `null` means 204. For `bytes` (a file or page) and `events` (an open stream, `contract/live/calls.ts`), there is no
   * schema, and the handler itself sends the response.
   */
  response: z.ZodMiniType | null | 'bytes' | 'events'
  /** Query flags that select the caller's own items. A call with such a flag requires a session. */
  ownFlags?: readonly string[]
  /** The response contains a secret, such as a reset link, so it isn't compressed (decision 16). */
  answersSecret?: true
  /** The `bytes` of the response are text and are compressed like JSON. Stored files are sent unchanged. */
  answersText?: true
  /** The status of a successful response. The default is 200. A null response means 204. */
  status?: 200 | 201 | 202
  /** Rejects requests from other sites even though the call changes nothing, because each request is recorded. */
  ownPagesOnly?: true
  /** Rejects lenders who haven't accepted the changed terms. */
  needsTerms?: true
  idempotent?: boolean
  /** Errors that the handler returns. `refusalsOf` adds the errors implied by the other fields. */
  refusals?: RefusalCodes
}

export interface Example {
  params?: Record<string, string>
  query?: Record<string, string>
  /** The example ids here, in the path, and in the query are taken from `example-ids.ts`. */
  body?: object
}

type Names<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | Names<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : Path extends `${string}*`
      ? '*'
      : never

/** For the path "/api/loans/:id", the type is `{ id: string }`. */
export type PathParams<E extends Endpoint> = Record<Names<E['path']>, string>
export type BodyInput<E extends Endpoint> = E extends { body: z.ZodMiniType }
  ? z.input<E['body']>
  : undefined
export type Body<E extends Endpoint> = E extends { body: z.ZodMiniType }
  ? z.output<E['body']>
  : undefined
export type QueryInput<E extends Endpoint> = E extends { query: z.ZodMiniType }
  ? z.input<E['query']>
  : undefined
export type Query<E extends Endpoint> = E extends { query: z.ZodMiniType }
  ? z.output<E['query']>
  : undefined
export type Answer<E extends Endpoint> = E['response'] extends z.ZodMiniType
  ? z.output<E['response']>
  : E['response'] extends null
    ? null
    : unknown

type ExampleParams<E extends Endpoint> = [Names<E['path']>] extends [never]
  ? object
  : { params: PathParams<E> }
type ExampleBody<E extends Endpoint> = E extends { body: z.ZodMiniType }
  ? { body: DeepReadonly<BodyInput<E>> }
  : object
type ExampleQuery<E extends Endpoint> = E extends { query: z.ZodMiniType }
  ? { query?: DeepReadonly<QueryInput<E>> }
  : object
type DeepReadonly<Value> = { readonly [Key in keyof Value]: DeepReadonly<Value[Key]> }

export type ExampleOf<E extends Endpoint> = ExampleParams<E> & ExampleBody<E> & ExampleQuery<E>

export const isShape = (response: Endpoint['response']): response is z.ZodMiniType =>
  response !== null && typeof response !== 'string'

const refusalsOfAll: RefusalCodes = {
  500: ['internal'],
  503: ['busy', 'database_away', 'no_room', 'standby_away', 'store_away'],
}

/** Returns all errors that a call can return, by status: those implied by the call's fields and those in `refusals`. */
export function refusalsOf(row: Endpoint): { status: RefusalStatus; codes: RefusalCode[] }[] {
  const all = [...impliedRefusals(row), row.refusals ?? {}]
  const statuses = [...new Set(all.flatMap(Object.keys))].map((key) => Number(key) as RefusalStatus)
  return statuses
    .map((status) => ({
      status,
      codes: [...new Set(all.flatMap((some) => some[status] ?? []))],
    }))
    .filter(({ codes }) => codes.length > 0)
    .toSorted((one, other) => one.status - other.status)
}

export const impliedRefusals = (row: Endpoint): RefusalCodes[] => [
  refusalsByAccess(row),
  refusalsByInput(row),
  refusalsOfAll,
]

function refusalsByAccess(row: Endpoint): RefusalCodes {
  const { method, access, ownPagesOnly, limit, needsTerms } = row
  const needsRole = !['anyone', 'reader', 'signedIn'].includes(access)
  const needsOrigin = method !== 'GET' || ownPagesOnly
  return {
    401: access === 'anyone' ? [] : ['unauthorized'],
    403: [
      ...(needsRole || needsOrigin ? (['forbidden'] as const) : []),
      ...(needsRole ? (['two_factor_setup_required'] as const) : []),
      ...(needsTerms ? (['terms_not_accepted'] as const) : []),
    ],
    429: limit ? ['too_many_requests'] : [],
    503: method === 'GET' ? [] : ['outcome_unknown'],
  }
}

const refusalsByInput = ({
  path,
  query,
  body,
  takesBytes,
  idempotent,
}: Endpoint): RefusalCodes => ({
  400: (query ?? body ?? idempotent) ? ['invalid'] : [],
  404: /[:*]/.test(path) ? ['not_found'] : [],
  409: idempotent ? ['key_reused'] : [],
  413: (body ?? takesBytes) === undefined ? [] : ['too_large'],
  415: [
    ...((body ?? takesBytes) === undefined ? [] : (['encoded'] as const)),
    ...(body ? (['not_json'] as const) : []),
  ],
})
