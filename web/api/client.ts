/** The typed client of the table of calls. */
import type { Answer, BodyInput, PathParams, QueryInput } from '#contract/endpoint.ts'
import { endpoints, type EndpointName, type Endpoints } from '#contract/endpoints.ts'
import type { Refusal } from '#contract/wire.ts'
import type { DataTag, QueryFunctionContext } from '@tanstack/react-query'

/**
 * Calls an endpoint by its name and answers what it answers; `null` for 204. Cookies go along, and
 * so does a JSON content type when there is a body. What it may have changed is fetched again
 * (`web/live/refetch.ts`).
 * @throws {ApiError} for every answer that is not a success, and {@link ConnectionError} for none.
 */
export async function call<N extends EndpointName>(
  name: N,
  ...[input]: Given<Input<N>>
): Promise<AnswerOf<N>> {
  try {
    const answer = await readJson(await send(name, input))
    report({ name, input, answer })
    // The server's own answer is typed, not checked.
    return answer as AnswerOf<N>
  } catch (error) {
    // At the end of the session, fetching would lead away before the refusal has been read. Any other
    // refusal means that the screen was behind.
    if (!isUnauthorized(error)) report({ name, input, error })
    throw error
  }
}

/** A call that has ended, with its answer or its error. */
export interface EndedCall {
  name: EndpointName
  input: LooseInput | undefined
  answer?: unknown
  error?: unknown
}

/** Sent with every request. */
export const commonHeaders: Record<string, string> = {}

let report: (ended: EndedCall) => void = () => {}

/** Has the end of every call reported to `listener`, in place of the one before. */
export function onCallEnd(listener: (ended: EndedCall) => void) {
  report = listener
}

/** One page of a list, and the next page's cursor: null at the end. */
export async function callPage<N extends PageName>(
  name: N,
  input: LooseInput = {},
): Promise<{ items: AnswerOf<N>; next: string | null }> {
  const response = await send(name, input)
  return { items: (await readJson(response)) as AnswerOf<N>, next: nextCursor(response) }
}

declare module '@tanstack/react-query' {
  interface Register {
    /** The call that a query makes, by which `web/live/refetch.ts` knows its topics. */
    queryMeta: { call: EndpointName; params: Record<string, string>; query: object }
  }
}

/**
 * The query of a GET: its key is the segments of the path, with the query's object last when there is
 * one.
 */
export function endpointQuery<N extends EndpointName>(name: N, ...[input]: Given<Input<N>>) {
  return {
    // The library's own marker type: it says which answer is cached under this key.
    queryKey: endpointKey(name, input) as DataTag<unknown[], AnswerOf<N>>,
    meta: metaOf(name, input),
    queryFn: async ({ signal }: QueryFunctionContext) => {
      const response = await send(name, { ...input, signal })
      return (await readJson(response)) as AnswerOf<N>
    },
  }
}

/**
 * The query of a paged list, newest first, for `useInfiniteQuery`. The filters are in `query`, as is
 * `limit`, the length of a page.
 */
export function endpointPages<N extends PageName>(
  name: N,
  query: QueryInput<Endpoints[N]> & object,
  ...[params]: PagePath<N>
) {
  return {
    // A different key than the plain list's, whose answer has another shape.
    queryKey: [...endpointKey(name, { params, query }), 'pages'],
    meta: metaOf(name, { params, query }),
    queryFn: ({ pageParam, signal }: { pageParam: string | null; signal: AbortSignal }) =>
      callPage(name, {
        params,
        query: pageParam ? { ...query, cursor: pageParam } : query,
        signal,
      }),
    // Null is the first page, which has no cursor.
    initialPageParam: null as string | null,
    getNextPageParam: (page: { next: string | null }) => page.next,
  }
}

/** An unsuccessful answer: "409: Only 12% is left". */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  /** The refusal's stable code; empty when the answer did not have our format. */
  readonly code: string
  /** The server's message; null when the answer did not have our format. */
  readonly serverMessage: string | null
  /** The messages for fields of the body. */
  readonly fields: Record<string, string>

  constructor(status: number, statusText: string, refusal: Partial<Refusal> | null) {
    super(`${status}: ${refusal?.message ?? statusText}`)
    this.status = status
    this.code = refusal?.code ?? ''
    this.serverMessage = refusal?.message ?? null
    this.fields = refusal?.fields ?? {}
  }
}

/** The server gave no answer: the network or the server is down. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError'

  constructor(cause: unknown) {
    super('The server cannot be reached. Check your connection and try again.', { cause })
  }
}

export const isUnauthorized = (error: unknown) => error instanceof ApiError && error.status === 401

/** The server's message for a toast or card, or else the given text. */
export function errorMessage(error: unknown, fallback: string) {
  if (error instanceof ConnectionError) return error.message
  return (error instanceof ApiError && error.serverMessage) || fallback
}

type EndpointOf<N extends EndpointName> = Endpoints[N]
export type AnswerOf<N extends EndpointName> = Answer<EndpointOf<N>>

type Params<N extends EndpointName> = [keyof PathParams<EndpointOf<N>>] extends [never]
  ? { params?: never }
  : { params: PathParams<EndpointOf<N>> }
type BodyPart<N extends EndpointName> =
  undefined extends BodyInput<EndpointOf<N>> ? { body?: never } : { body: BodyInput<EndpointOf<N>> }
type QueryPart<N extends EndpointName> =
  undefined extends QueryInput<EndpointOf<N>>
    ? { query?: never }
    : { query?: QueryInput<EndpointOf<N>> | undefined }

/** A call's input, as its row in the table defines it. */
export type CallInput<N extends EndpointName> = Params<N> &
  BodyPart<N> &
  QueryPart<N> & { headers?: Record<string, string> }

export type Input<N extends EndpointName> = CallInput<N> & {
  signal?: AbortSignal
  /** The loan that it is about, where neither path nor body says so: only what shows it is read anew. */
  loanId?: string
}

/** The input may be omitted when nothing in it is required. */
export type Given<I> = object extends I ? [input?: I] : [input: I]

/** The calls that answer with a paged list. */
type PageName = {
  [N in EndpointName]: QueryInput<Endpoints[N]> extends { cursor?: unknown } ? N : never
}[EndpointName]

/** The parameters of a paged list's path, if it has any. */
type PagePath<N extends PageName> = [keyof PathParams<Endpoints[N]>] extends [never]
  ? [params?: undefined]
  : [params: PathParams<Endpoints[N]>]

/** What `Input` comes to once its types have done their work. */
export interface LooseInput {
  params?: Record<string, string> | undefined
  query?: object | undefined
  body?: unknown
  headers?: Record<string, string> | undefined
  signal?: AbortSignal | undefined
  loanId?: string | undefined
  /** Instead of its row's. */
  method?: 'HEAD'
}

/** The raw answer, for `call` and similar functions, which type it by name. */
export async function send(name: EndpointName, input: LooseInput = {}): Promise<Response> {
  const row = endpoints[name]
  const { params = {}, query, body, headers, signal, method = row.method } = input
  const search = new URLSearchParams(definedEntries(query)).toString()
  const address = segments(row.path, params).join('/') + (search && `?${search}`)
  const response = await fetch(address, {
    method,
    credentials: 'include',
    headers: {
      ...commonHeaders,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(signal ? { signal } : {}),
  }).catch((error: unknown) => {
    throw signal?.aborted ? error : new ConnectionError(error)
  })
  if (!response.ok) {
    throw new ApiError(response.status, response.statusText, await readRefusal(response))
  }
  return response
}

const metaOf = (name: EndpointName, { params = {}, query = {} }: LooseInput = {}) => ({
  call: name,
  params,
  query,
})

function endpointKey(name: EndpointName, { params = {}, query }: LooseInput = {}): unknown[] {
  const parts: unknown[] = segments(endpoints[name].path, params)
  const given = definedEntries(query)
  return given.length > 0 ? [...parts, Object.fromEntries(given)] : parts
}

/** "/api/loans/:id/cover" as ["/api/loans", ":id", "cover"]. */
const splitPath = (path: string): string[] => path.split(/\/(?=:)|(?<=:\w+)\//)

/** The same with the parameters' values: joined by slashes it is the address. */
const segments = (path: string, params: Record<string, string>): string[] =>
  splitPath(path).map((part) =>
    part
      .replace(/^:(\w+)$/, (_, name: string) => encodeURIComponent(params[name] ?? ''))
      .replace(/\*$/, () => params['*'] ?? ''),
  )

const definedEntries = (query: object = {}): [string, string][] =>
  Object.entries(query).filter(([, value]) => value !== undefined)

async function readJson(response: Response): Promise<unknown> {
  return response.status === 204 ? null : response.json()
}

/** The refusal in a body; null when it has another format, as from a proxy. */
async function readRefusal(response: Response): Promise<Partial<Refusal> | null> {
  const body: unknown = await response.json().catch(() => null)
  const isRefusal =
    typeof body === 'object' &&
    body !== null &&
    'message' in body &&
    typeof body.message === 'string'
  // An answer in our format has all its fields.
  return isRefusal ? (body as Partial<Refusal>) : null
}

/** The `cursor` in the `Link` header's "next" address. */
function nextCursor(response: Response): string | null {
  const address = /<([^>]*)>;\s*rel="next"/.exec(response.headers.get('link') ?? '')?.[1]
  return address ? new URL(address, response.url).searchParams.get('cursor') : null
}
