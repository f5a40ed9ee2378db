/** The typed API client, derived from the endpoint table. */
import type { Answer, BodyInput, PathParams, QueryInput } from '#contract/endpoint.ts'
import { endpoints, type EndpointName, type Endpoints } from '#contract/endpoints.ts'
import type { Refusal } from '#contract/wire.ts'
import type { DataTag, QueryFunctionContext } from '@tanstack/react-query'

/**
 * Calls an endpoint by name and returns its response, or `null` for 204. Afterward, affected queries are refetched
 * (`web/live/refetch.ts`).
 * @throws {ApiError} for any unsuccessful response, {@link ConnectionError} if no response arrives.
 */
export async function call<N extends EndpointName>(
  name: N,
  ...[input]: Given<Input<N>>
): Promise<AnswerOf<N>> {
  try {
    const answer = await readJson(await send(name, input))
    report({ name, input, answer })
    // The response isn't validated at run time. It is trusted to match its type.
    return answer as AnswerOf<N>
  } catch (error) {
    // Data isn't reloaded after a 401, because that would redirect to the login page before the user can read the
    // message. Any other error suggests that the displayed data is outdated.
    if (!isUnauthorized(error)) report({ name, input, error })
    throw error
  }
}

export interface EndedCall {
  name: EndpointName
  input: LooseInput | undefined
  answer?: unknown
  error?: unknown
}

export const commonHeaders: Record<string, string> = {}

let report: (ended: EndedCall) => void = () => {}

export function onCallEnd(listener: (ended: EndedCall) => void) {
  report = listener
}

/** Loads one page of a list and the cursor for the next page, which is null on the last page. */
export async function callPage<N extends PageName>(
  name: N,
  input: LooseInput = {},
): Promise<{ items: AnswerOf<N>; next: string | null }> {
  const response = await send(name, input)
  return { items: (await readJson(response)) as AnswerOf<N>, next: nextCursor(response) }
}

declare module '@tanstack/react-query' {
  interface Register {
    /** The query's endpoint, from which `web/live/refetch.ts` derives the query's topics. */
    queryMeta: { call: EndpointName; params: Record<string, string>; query: object }
  }
}

/** The query for a GET endpoint. Its key consists of the path segments, followed by the query object, if any. */
export function endpointQuery<N extends EndpointName>(name: N, ...[input]: Given<Input<N>>) {
  return {
    // The key has the library's branded type, which includes the type of the cached data.
    queryKey: endpointKey(name, input) as DataTag<unknown[], AnswerOf<N>>,
    meta: metaOf(name, input),
    queryFn: async ({ signal }: QueryFunctionContext) => {
      const response = await send(name, { ...input, signal })
      return (await readJson(response)) as AnswerOf<N>
    },
  }
}

/**
 * An infinite query for a list that is loaded page by page, newest first. `query` contains the filters and the page
 * size (`limit`).
 */
export function endpointPages<N extends PageName>(
  name: N,
  query: QueryInput<Endpoints[N]> & object,
  ...[params]: PagePath<N>
) {
  return {
    // This key differs from the key of the plain list, because the cached data has a different structure.
    queryKey: [...endpointKey(name, { params, query }), 'pages'],
    meta: metaOf(name, { params, query }),
    queryFn: ({ pageParam, signal }: { pageParam: string | null; signal: AbortSignal }) =>
      callPage(name, {
        params,
        query: pageParam ? { ...query, cursor: pageParam } : query,
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page: { next: string | null }) => page.next,
  }
}

/** An unsuccessful response, for example "409: Only 12% is left". */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  /** The stable error code, or an empty string if the response isn't in this API's error format. */
  readonly code: string
  /** The server's message, or null if the response isn't in this API's error format. */
  readonly serverMessage: string | null
  readonly fields: Record<string, string>

  constructor(status: number, statusText: string, refusal: Partial<Refusal> | null) {
    super(`${status}: ${refusal?.message ?? statusText}`)
    this.status = status
    this.code = refusal?.code ?? ''
    this.serverMessage = refusal?.message ?? null
    this.fields = refusal?.fields ?? {}
  }
}

/** Thrown if no response arrives, because the network or the server is down. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError'

  constructor(cause: unknown) {
    super('The server cannot be reached. Check your connection and try again.', { cause })
  }
}

export const isUnauthorized = (error: unknown) => error instanceof ApiError && error.status === 401

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

export type CallInput<N extends EndpointName> = Params<N> &
  BodyPart<N> &
  QueryPart<N> & { headers?: Record<string, string> }

export type Input<N extends EndpointName> = CallInput<N> & {
  signal?: AbortSignal
  /** The affected loan, if neither the path nor the body contains it. It limits which queries are refetched. */
  loanId?: string
}

export type Given<I> = object extends I ? [input?: I] : [input: I]

type PageName = {
  [N in EndpointName]: QueryInput<Endpoints[N]> extends { cursor?: unknown } ? N : never
}[EndpointName]

type PagePath<N extends PageName> = [keyof PathParams<Endpoints[N]>] extends [never]
  ? [params?: undefined]
  : [params: PathParams<Endpoints[N]>]

export interface LooseInput {
  params?: Record<string, string> | undefined
  query?: object | undefined
  body?: unknown
  headers?: Record<string, string> | undefined
  signal?: AbortSignal | undefined
  loanId?: string | undefined
  method?: 'HEAD'
}

/** Returns the response without a type, which `call` and similar functions add. */
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

/** Splits "/api/loans/:id/cover" into ["/api/loans", ":id", "cover"]. */
const splitPath = (path: string): string[] => path.split(/\/(?=:)|(?<=:\w+)\//)

/** A path's segments, with parameter values filled in. Joining them with slashes yields the URL. */
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

/** Reads the body of an error response. Returns null if it is in another format, such as a proxy's error page. */
async function readRefusal(response: Response): Promise<Partial<Refusal> | null> {
  const body: unknown = await response.json().catch(() => null)
  const isRefusal =
    typeof body === 'object' &&
    body !== null &&
    'message' in body &&
    typeof body.message === 'string'
  // A response in this API's error format has all fields.
  return isRefusal ? (body as Partial<Refusal>) : null
}

function nextCursor(response: Response): string | null {
  const address = /<([^>]*)>;\s*rel="next"/.exec(response.headers.get('link') ?? '')?.[1]
  return address ? new URL(address, response.url).searchParams.get('cursor') : null
}
