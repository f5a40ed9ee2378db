/** The type of a row in the table of calls, and types derived from it. */
import type { Access } from '#domain/access.ts'
import type { RefusalCode, RefusalCodes, RefusalStatus } from './refusals.ts'
import type * as z from 'zod/mini'
import type { RowTopic } from './live/topics.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/**
 * The rate limit that a call counts toward; an account's calls share the count of each limit. The
 * numbers are in `server/http/limits/call-limits.ts`. A call without its own limit counts as a change.
 */
export type CallLimit = 'commitments' | 'messages' | 'favorites' | 'resetLinks' | 'changes'

export interface Endpoint {
  method: Method
  /** Path parameters are written `:id`; a final `*` takes the rest of the path. */
  path: string
  /** Who may call it; nothing else decides that. */
  access: Access
  /** How often one account may call it; every call that lets a signed-in user change something has one. */
  limit?: CallLimit
  /** One sentence for the API page. */
  summary: string
  /** What the answer shows; every GET of JSON says so. */
  shows?: readonly RowTopic[]
  /** What the call changes when it succeeds; every call that is no GET says so. */
  changes?: readonly RowTopic[]
  query?: z.ZodMiniType
  body?: z.ZodMiniType
  /** A valid input, which a row that takes one has. The API page shows it, and tests send it. */
  example?: Example
  /** Takes a file's bytes instead of JSON, as a stream of at most this many bytes. */
  takesBytes?: number
  /**
   * The answer's shape; `null` means 204. What the handler sends itself: `bytes` is a file or page,
   * `events` a stream that stays open (`contract/live/calls.ts`).
   */
  response: z.ZodMiniType | null | 'bytes' | 'events'
  /** Flags of the query that select the caller's own items: with one of them, the call needs a session. */
  ownFlags?: readonly string[]
  /** The answer holds a secret, such as a reset link, and is not compressed (decision 16). */
  answersSecret?: true
  /** An answer of `bytes` that is text, and compressed as JSON is; files go out as they are stored. */
  answersText?: true
  /** Defaults to 200; a null response means 204. */
  status?: 200 | 201 | 202
  /** Refuses links from other sites, although it changes nothing: the request is audited. */
  ownPagesOnly?: true
  /** Refused to lenders who have yet to accept the terms that were changed. */
  needsTerms?: true
  /** Accepts an Idempotency-Key header. */
  idempotent?: boolean
  /** What its handler refuses beside what follows from the row: `refusalsOf` has them all. */
  refusals?: RefusalCodes
}

export interface Example {
  params?: Record<string, string>
  query?: Record<string, string>
  /** Its ids, as those of path and query, are of `example-ids.ts`. */
  body?: object
}

type Names<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | Names<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : Path extends `${string}*`
      ? '*'
      : never

/** `{ id: string }` for "/api/loans/:id". */
export type PathParams<E extends Endpoint> = Record<Names<E['path']>, string>
/** The body as the client sends it, before parsing. */
export type BodyInput<E extends Endpoint> = E extends { body: z.ZodMiniType }
  ? z.input<E['body']>
  : undefined
/** The body as the handler gets it, after parsing. */
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

/** The example that a row must have, by its path and shapes. */
export type ExampleOf<E extends Endpoint> = ExampleParams<E> & ExampleBody<E> & ExampleQuery<E>

/** Whether the answer has a shape: JSON, rather than nothing, or what the handler sends itself. */
export const isShape = (response: Endpoint['response']): response is z.ZodMiniType =>
  response !== null && typeof response !== 'string'

/** What any call may be refused with. */
const refusalsOfAll: RefusalCodes = {
  500: ['internal'],
  503: ['busy', 'database_away', 'no_room', 'standby_away', 'store_away'],
}

/** What a call may be refused with, by status: what follows from its row, and what the row names. */
export function refusalsOf(row: Endpoint): { status: RefusalStatus; codes: RefusalCode[] }[] {
  const all = [...impliedRefusals(row), row.refusals ?? {}]
  // The statuses come back as texts.
  const statuses = [...new Set(all.flatMap(Object.keys))].map((key) => Number(key) as RefusalStatus)
  return statuses
    .map((status) => ({
      status,
      codes: [...new Set(all.flatMap((some) => some[status] ?? []))],
    }))
    .filter(({ codes }) => codes.length > 0)
    .toSorted((one, other) => one.status - other.status)
}

/** What follows from the fields of a row, before its handler is asked. */
export const impliedRefusals = (row: Endpoint): RefusalCodes[] => [
  refusalsByAccess(row),
  refusalsByInput(row),
  refusalsOfAll,
]

/** Who may call: by sign-in, role, and origin, and how often. */
function refusalsByAccess(row: Endpoint): RefusalCodes {
  const { method, access, ownPagesOnly, limit, needsTerms } = row
  const needsRole = access === 'approved' || access === 'admin'
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

/** What is sent: ids in the path, query, body, and key. */
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
