/**
 * A client over real HTTP: keeps its cookie like a browser, and makes calls by their names in the
 * table.
 */
import { request as httpRequest, type Agent, type IncomingHttpHeaders } from 'node:http'
import { endpoints, type EndpointName } from '#contract/endpoints.ts'
import type { Refusal } from '#contract/wire.ts'
import type { AnswerOf, CallInput, Given, LooseInput as ClientInput } from '#web/api/client.ts'

export interface Reply {
  status: number
  headers: IncomingHttpHeaders
  bytes: Buffer
  text: string
}

export interface RawRequest {
  headers?: Record<string, string | string[]>
  /** Sent exactly as given. */
  body?: string | Buffer
  /** Replaces the caller's own cookie; null sends none. */
  cookie?: string | null
}

/** What an input becomes after type checking; a test may also send invalid values. */
export type LooseInput = Pick<ClientInput, 'params' | 'query' | 'body' | 'headers'>

export class Caller {
  /** The cookie header of the next request; null before sign-in. */
  cookie: string | null = null
  readonly #agent: Agent

  constructor(
    readonly address: string,
    agent: Agent,
  ) {
    this.#agent = agent
  }

  /** Makes a call that must succeed; otherwise the test fails with the answer. */
  async call<N extends EndpointName>(
    name: N,
    ...[input]: Given<CallInput<N>>
  ): Promise<AnswerOf<N>> {
    const reply = await this.send(name, input)
    if (reply.status >= 300) throw new Error(`${name} answered ${reply.status}: ${reply.text}`)
    // The server's answer is cast to its type, not validated.
    return readJson(reply) as AnswerOf<N>
  }

  /** Makes a call that must be refused; returns the refusal as `409: message`. */
  async refusal(name: EndpointName, input?: LooseInput): Promise<string> {
    const reply = await this.send(name, input)
    if (reply.status < 400) throw new Error(`${name} succeeded: ${reply.status} ${reply.text}`)
    return `${reply.status}: ${readRefusal(reply).message}`
  }

  /** Makes a call of the table, whatever its answer. */
  send(name: EndpointName, input: LooseInput = {}): Promise<Reply> {
    const { method, path } = endpoints[name]
    const search = input.query ? `?${new URLSearchParams(Object.entries(input.query))}` : ''
    return this.request(method, fillIn(path, input.params) + search, {
      headers: {
        ...(input.body === undefined ? {} : { 'content-type': 'application/json' }),
        ...input.headers,
      },
      ...(input.body === undefined ? {} : { body: JSON.stringify(input.body) }),
    })
  }

  /** Sends any request; the path goes out exactly as written. */
  async request(method: string, path: string, raw: RawRequest = {}): Promise<Reply> {
    const cookie = raw.cookie === undefined ? this.cookie : raw.cookie
    const headers = { ...(cookie === null ? {} : { cookie }), ...raw.headers }
    const reply = await exchange(this.address, this.#agent, { ...raw, headers, method, path })
    this.#keepCookie(reply)
    return reply
  }

  #keepCookie({ headers }: Reply) {
    for (const line of headers['set-cookie'] ?? []) {
      const [pair = ''] = line.split(';')
      const [, value] = /^(?:__Host-)?sid=(.*)$/.exec(pair) ?? []
      if (value !== undefined) this.cookie = value === '' ? null : pair
    }
  }
}

/** `/api/loans/:id` with its parameters filled in, encoded unless they already are. */
export const fillIn = (path: string, params: Record<string, string> = {}) =>
  path
    .replace(/:(\w+)/g, (_all, name: string) => encodeURIComponent(params[name] ?? ''))
    .replace('*', params['*'] ?? '')

export function readJson(reply: Reply): unknown {
  if (reply.text === '') return null
  try {
    return JSON.parse(reply.text)
  } catch {
    throw new Error(`Not JSON: ${reply.status} ${reply.text.slice(0, 200)}`)
  }
}

/** The body of a refusal, which always has the same shape. */
export function readRefusal(reply: Reply): Refusal {
  const body = readJson(reply)
  if (isRefusal(body)) return body
  throw new Error(`Not a refusal: ${reply.status} ${reply.text.slice(0, 200)}`)
}

const isText = (value: unknown) => typeof value === 'string' && value !== ''

export function isRefusal(body: unknown): body is Refusal {
  if (typeof body !== 'object' || body === null) return false
  const { message, code, fields = {}, ...rest } = body as Record<string, unknown>
  return (
    isText(message) &&
    isText(code) &&
    typeof fields === 'object' &&
    fields !== null &&
    Object.values(fields).every(isText) &&
    Object.keys(rest).length === 0
  )
}

function exchange(
  address: string,
  agent: Agent,
  { method, path, headers, body }: RawRequest & { method: string; path: string },
): Promise<Reply> {
  const { hostname, port } = new URL(address)
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      { hostname, port, agent, method, path, ...(headers && { headers }) },
      (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('error', reject)
        const finish = () => {
          const bytes = Buffer.concat(chunks)
          const status = response.statusCode ?? 0
          resolve({ status, headers: response.headers, bytes, text: bytes.toString() })
        }
        response.on('end', finish)
        // A stream of events stays open: here, its head and its first words are the answer.
        if (response.headers['content-type']?.startsWith('text/event-stream'))
          response.once('data', () => {
            finish()
            response.destroy()
          })
      },
    )
    // Tells a kept-alive connection, which the server may just have closed, from a new one.
    request.on('error', (error) =>
      reject(Object.assign(error, { wasReused: request.reusedSocket })),
    )
    // Sends a Content-Length even for methods for which Node would use chunked encoding.
    if (body !== undefined && !request.hasHeader('transfer-encoding'))
      request.setHeader('content-length', Buffer.byteLength(body))
    request.end(body)
  })
}
