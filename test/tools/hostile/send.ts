import type { HostileRequest } from './requests.ts'
import { withIds, type Meanings } from './tokens.ts'
import { exchangeBytes, type Outcome } from './wire.ts'

export interface SentAs {
  address: string
  cookie: string | null
  meanings: Meanings
}

export function toBytes(request: HostileRequest, { address, cookie, meanings }: SentAs): Buffer {
  const fill = (text: string) => withIds(text, meanings, request.address)
  // A trap's value contains slashes and colons, which would split the path. Ids don't have to be escaped.
  const escaped = {
    ...meanings,
    '~canary~': encodeURIComponent(meanings['~canary~']),
    '~marker~': encodeURIComponent(meanings['~marker~']),
  }
  const body = request.body && Buffer.from(fill(request.body.toString('latin1')), 'latin1')
  const given = new Set(request.headers.map(([name]) => name))
  const headers = [
    ...(given.has('host') ? [] : [['host', new URL(address).host] as const]),
    ...(cookie && request.isSignedIn ? [['cookie', cookie] as const] : []),
    ...request.headers,
    ...framingOf(request, body?.length ?? null),
    ...(given.has('connection') ? [] : [['connection', 'close'] as const]),
  ]
  const head = [
    `${request.method} ${withIds(request.address, escaped, request.address)} HTTP/1.1`,
    ...headers.map(([name, value]) => `${name}: ${fill(value)}`),
  ].join('\r\n')
  // If a request head contains a character beyond Latin-1, the head is encoded as UTF-8. In any other head, each
  // character is one byte.
  const bytes = Buffer.from(`${head}\r\n\r\n`, /[^\0-\u00ff]/.test(head) ? 'utf8' : 'latin1')
  if (body === null) return bytes
  return Buffer.concat([bytes, request.framing === 'chunked' ? inPieces(body) : body])
}

function framingOf({ framing, headers }: HostileRequest, length: number | null) {
  if (length === null || headers.some(([name]) => name === 'content-length')) return []
  if (framing === 'chunked') return [['transfer-encoding', 'chunked'] as const]
  const off = framing === 'tooLong' ? -Math.ceil(length / 2) : framing === 'tooShort' ? 7 : 0
  return [['content-length', String(length + off)] as const]
}

function inPieces(body: Buffer): Buffer {
  const half = Math.floor(body.length / 2)
  const parts = [body.subarray(0, half), body.subarray(half)].filter((part) => part.length > 0)
  const pieces = parts.map((part) =>
    Buffer.concat([Buffer.from(`${part.length.toString(16)}\r\n`), part, Buffer.from('\r\n')]),
  )
  return Buffer.concat([...pieces, Buffer.from('0\r\n\r\n')])
}

/** Headers that determine where a request ends, or whether another request may follow. */
const ofTheConnection = /^(content-length|transfer-encoding|connection|expect|upgrade)$/

export const send = (bytes: Buffer, address: string, request: HostileRequest): Promise<Outcome> =>
  exchangeBytes(address, bytes, {
    isHead: request.method === 'HEAD',
    maySitWaiting:
      request.framing !== 'length' || request.headers.some(([name]) => ofTheConnection.test(name)),
  })
