import { connect } from 'node:net'
import { brotliDecompressSync, constants, unzipSync } from 'node:zlib'

export interface RawAnswer {
  status: number
  headers: [string, string][]
  bytes: Buffer
  text: string
}

export interface Outcome {
  answers: RawAnswer[]
  tookMs: number
  trouble: string | null
}

/** The maximum time to wait for a connection to end, in milliseconds. The server must end connections far sooner. */
const patienceMs = 30_000

/** How many milliseconds the sender of an incomplete request waits for the server before closing the connection. */
const graceMs = 300

interface Sending {
  isHead: boolean
  /** True if the server may wait for more data or keep the connection open for another request. */
  maySitWaiting: boolean
}

export async function exchangeBytes(
  address: string,
  sent: Buffer,
  { isHead, maySitWaiting }: Sending,
): Promise<Outcome> {
  const { hostname, port } = new URL(address)
  const started = performance.now()
  let answeredAt: number | null = null
  let isCut = false
  const chunks: Buffer[] = []
  const trouble = await new Promise<string | null>((resolve) => {
    // Half-closing the connection would cancel a request in progress, so the client does it only if necessary.
    const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true })
    const end = () => {
      isCut = true
      socket.end()
    }
    const hangUp = maySitWaiting ? setTimeout(end, graceMs) : null
    socket.setTimeout(patienceMs, () => {
      socket.destroy()
      resolve(`no end within ${patienceMs / 1000} s`)
    })
    socket.on('data', (chunk: Buffer) => {
      chunks.push(chunk)
      hangUp?.refresh()
      if (chunk.includes(eventStream)) end()
      answeredAt = performance.now()
    })
    socket.on('error', (error: NodeJS.ErrnoException) => {
      // The server can close the connection while the sender is still sending an unreadable request.
      isCut ||= ['EPIPE', 'ECONNRESET'].includes(error.code ?? '')
      resolve(isCut ? null : String(error))
    })
    socket.on('end', () => socket.end())
    socket.on('close', () => {
      if (hangUp) clearTimeout(hangUp)
      resolve(null)
    })
    socket.write(sent)
  })
  const tookMs = (answeredAt ?? performance.now()) - started
  try {
    const answers = readAnswers(Buffer.concat(chunks), isHead)
    const isSilent = answers.length === 0 && !maySitWaiting && sent.length < 16_000
    return { answers, tookMs, trouble: trouble ?? (isSilent ? 'no answer' : null) }
  } catch (error) {
    // A partial response is the sender's fault if the sender closed the connection or hadn't sent everything.
    return { answers: [], tookMs, trouble: trouble ?? (isCut ? null : String(error)) }
  }
}

export function readAnswers(stream: Buffer, isHead: boolean): RawAnswer[] {
  const answers: RawAnswer[] = []
  let rest = stream
  while (rest.length > 0) {
    const end = rest.indexOf('\r\n\r\n')
    if (end < 0) throw new Error(`Half an answer: ${rest.toString('latin1').slice(0, 100)}`)
    const [statusLine = '', ...lines] = rest.subarray(0, end).toString('latin1').split('\r\n')
    const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(statusLine)?.[1])
    if (!status) throw new Error(`No answer: ${statusLine.slice(0, 100)}`)
    const headers = lines.map((line): [string, string] => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
    })
    // The error response to an unreadable request has a body even if the method is HEAD.
    const after = rest.subarray(end + 4)
    const isUnreadable = [400, 408, 431].includes(status) && after.length > 0
    const isOfHead = isHead && answers.length === 0 && !isUnreadable
    const isEmpty = status < 200 || status === 204 || status === 304 || isOfHead
    const { bytes, taken } = isEmpty ? { bytes: noBytes, taken: 0 } : readBody(after, headers)
    if (status >= 200) answers.push({ status, headers, bytes, text: textOf(bytes, headers) })
    rest = after.subarray(taken)
  }
  return answers
}

const noBytes = Buffer.alloc(0)
const eventStream = 'text/event-stream'

/** A compressed stream of events may be cut, so the flush modes accept an incomplete end. */
function textOf(bytes: Buffer, headers: [string, string][]) {
  const encoding = headers.find(([name]) => name === 'content-encoding')?.[1]
  if (encoding === undefined || bytes.length === 0) return bytes.toString()
  if (encoding === 'br')
    return brotliDecompressSync(bytes, {
      finishFlush: constants.BROTLI_OPERATION_FLUSH,
    }).toString()
  return unzipSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH }).toString()
}

function readBody(stream: Buffer, headers: [string, string][]) {
  const value = (name: string) => headers.find(([each]) => each === name)?.[1]
  // The client closed the event stream before its end.
  if (value('content-type')?.startsWith(eventStream)) return { bytes: stream, taken: stream.length }
  if (value('transfer-encoding') === 'chunked') return readChunks(stream)
  const length = value('content-length')
  // Without either header, the body ends when the connection closes.
  const taken = length === undefined ? stream.length : Number(length)
  if (stream.length < taken) throw new Error(`${taken - stream.length} bytes of a body are missing`)
  return { bytes: stream.subarray(0, taken), taken }
}

function readChunks(stream: Buffer) {
  const parts: Buffer[] = []
  let at = 0
  for (;;) {
    const lineEnd = stream.indexOf('\r\n', at)
    if (lineEnd < 0) throw new Error('A body in pieces breaks off')
    const size = Number.parseInt(stream.subarray(at, lineEnd).toString('latin1'), 16)
    at = lineEnd + 2
    if (size === 0) return { bytes: Buffer.concat(parts), taken: at + 2 }
    parts.push(stream.subarray(at, at + size))
    at += size + 2
  }
}
