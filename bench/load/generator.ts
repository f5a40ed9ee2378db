/**
 * The load generator: a process of its own, so that its work neither delays the product's event loop
 * nor counts as the product's CPU. It speaks HTTP over raw sockets that it keeps open, because a full
 * client would need more CPU than the servers that it measures.
 */
import { randomUUID } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { AnswerReader, refusalCode } from './answers.ts'
import type { RequestTemplate, Run, RunResult, Stream, StreamResult } from './messages.ts'

/** Makes one request's bytes; placeholders are filled in for each. */
function requestMaker(template: RequestTemplate, stream: Stream): () => string {
  const { method, path, headers = {}, body } = template
  const lines = [
    `${method} ${path} HTTP/1.1`,
    `host: ${stream.host}:${stream.port}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ]
  const head = fillerOf(lines.join('\r\n'), stream.lists ?? {})
  if (body === undefined) return () => `${head()}\r\n\r\n`
  const makeBody = fillerOf(body, stream.lists ?? {})
  return () => {
    const text = makeBody()
    const length = Buffer.byteLength(text)
    return `${head()}\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n\r\n${text}`
  }
}

function fillerOf(text: string, lists: Record<string, string[]>): () => string {
  const parts = text.split(/\{(\w+)\}/)
  if (parts.length === 1) return () => text
  return () =>
    parts
      .map((part, index) => {
        if (index % 2 === 0) return part
        if (part === 'uuid') return randomUUID()
        const values = lists[part]
        if (!values) return `{${part}}`
        return values[Math.floor(Math.random() * values.length)] ?? ''
      })
      .join('')
}

/** Connections stay open from one slice to the next, as those of browsers and proxies do. */
const idle = new Map<string, Socket[]>()

function openSocket({ host, port }: Stream): Promise<Socket> {
  const kept = idle.get(`${host}:${port}`)?.pop()
  if (kept && !kept.destroyed) return Promise.resolve(kept)
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, noDelay: true })
    socket.once('connect', () => resolve(socket)).once('error', reject)
  })
}

function keepSocket({ host, port }: Stream, socket: Socket) {
  socket.removeAllListeners('data').removeAllListeners('close').removeAllListeners('error')
  // While it is idle, the server may close it.
  socket.on('error', () => {})
  const name = `${host}:${port}`
  idle.set(name, [...(idle.get(name) ?? []), socket])
}

/** Sends a stream's requests until its time or count is over, and every answer has arrived. */
async function runStream(stream: Stream, ms: number): Promise<StreamResult> {
  const sockets = await Promise.all(
    Array.from({ length: stream.connections }, () => openSocket(stream)),
  )
  const makers = stream.requests.map((template) => requestMaker(template, stream))
  const result: StreamResult = {
    ...{
      requests: 0,
      seconds: 0,
      bytes: 0,
      statuses: {},
      latencies: [],
      refusal: null,
      refusals: {},
    },
  }
  const startedAt = performance.now()
  const endsAt = startedAt + ms
  const most = stream.count ?? Infinity
  let sent = 0
  const gapMs = stream.perSecond ? 1000 / stream.perSecond : 0
  const isOver = () => sent >= most || (stream.count === undefined && performance.now() >= endsAt)
  await Promise.all(sockets.map((socket) => runSocket(socket)))
  result.seconds = (performance.now() - startedAt) / 1000
  return result

  function runSocket(socket: Socket): Promise<void> {
    return new Promise((resolve, reject) => {
      let dueAt = 0
      const send = () => {
        if (isOver()) {
          keepSocket(stream, socket)
          resolve()
          return
        }
        const turn = sent
        sent += 1
        dueAt = performance.now()
        // At a given rate, waiting for a free connection counts: the caller came when it was due.
        if (gapMs > 0) {
          dueAt = startedAt + turn * gapMs
          const early = dueAt - performance.now()
          if (early > 0) {
            setTimeout(write, early, turn)
            return
          }
        }
        write(turn)
      }
      const write = (turn: number) => {
        if (gapMs > 0) dueAt = Math.max(dueAt, startedAt + turn * gapMs)
        socket.write(makers[turn % makers.length]?.() ?? '')
      }
      const reader = new AnswerReader(
        ({ status, bytes }) => {
          result.requests += 1
          result.bytes += bytes
          result.statuses[status] = (result.statuses[status] ?? 0) + 1
          result.latencies.push(performance.now() - dueAt)
          send()
        },
        (body) => {
          result.refusal ??= body.slice(0, 300)
          const code = refusalCode(body)
          result.refusals[code] = (result.refusals[code] ?? 0) + 1
        },
      )
      socket.on('data', (chunk) => reader.read(chunk))
      socket.once('close', () => reject(new Error('The server closed a connection')))
      socket.removeAllListeners('error').once('error', reject)
      send()
    })
  }
}

process.on('message', (run: Run) => {
  const before = process.cpuUsage()
  Promise.all(run.streams.map((stream) => runStream(stream, run.ms)))
    .then((streams) => answer({ streams }))
    .catch((error: unknown) => answer({ streams: [], error: String(error) }))

  function answer(found: Pick<RunResult, 'streams' | 'error'>) {
    const { user, system } = process.cpuUsage(before)
    process.send?.({ id: run.id, cpuMs: (user + system) / 1000, ...found } satisfies RunResult)
  }
})
// It must not outlive the benchmark.
process.on('disconnect', () => process.exit(0))
