/** A client over real HTTP that calls endpoints by name and keeps its cookie as a browser does. */
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
  body?: string | Buffer
  /** Replaces the caller's cookie. If null, no cookie is sent. */
  cookie?: string | null
}

/** Input without static types, because a test can also send invalid values. */
export type LooseInput = Pick<ClientInput, 'params' | 'query' | 'body' | 'headers'>

export class Caller {
  cookie: string | null = null
  readonly #agent: Agent

  constructor(
    readonly address: string,
    agent: Agent,
  ) {
    this.#agent = agent
  }

  /** Fails the test if the call is rejected. */
  async call<N extends EndpointName>(
    name: N,
    ...[input]: Given<CallInput<N>>
  ): Promise<AnswerOf<N>> {
    const reply = await this.send(name, input)
    if (reply.status >= 300) throw new Error(`${name} answered ${reply.status}: ${reply.text}`)
    // The response is cast to its type without validation.
    return readJson(reply) as AnswerOf<N>
  }

  /** Returns the error response, such as `409: message`. Fails the test if the call succeeds. */
  async refusal(name: EndpointName, input?: LooseInput): Promise<string> {
    const reply = await this.send(name, input)
    if (reply.status < 400) throw new Error(`${name} succeeded: ${reply.status} ${reply.text}`)
    return `${reply.status}: ${readRefusal(reply).message}`
  }

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
        // An event stream stays open, so its response counts as complete after the headers and the first data.
        if (response.headers['content-type']?.startsWith('text/event-stream'))
          response.once('data', () => {
            finish()
            response.destroy()
          })
      },
    )
    // Records whether the connection was reused, because a reused connection may have just been closed by the server.
    request.on('error', (error) =>
      reject(Object.assign(error, { wasReused: request.reusedSocket })),
    )
    // A Content-Length is sent even with methods for which Node would use chunked encoding.
    if (body !== undefined && !request.hasHeader('transfer-encoding'))
      request.setHeader('content-length', Buffer.byteLength(body))
    request.end(body)
  })
}
