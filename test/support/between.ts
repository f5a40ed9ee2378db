/**
 * A proxy in front of the database. It can stop forwarding, like a frozen or unreachable machine, or break a connection
 * at a specific message.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { connect, createServer, type NetConnectOpts, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { TLSSocket } from 'node:tls'
import type { Connection } from '#server/database/client.ts'
import type { OwnDatabase } from './postgres.ts'
import { makeSelfSigned } from './self-signed.ts'

export interface Between extends OwnDatabase {
  /** Stops forwarding in both directions without closing any connection. */
  freeze: () => void
  thaw: () => void
  /** Breaks the next connection that sends all of these messages in order, at the last message. */
  breakAt: (messages: readonly string[], when: Moment) => void
}

/**
 * The point at which the connection breaks: before the server receives the message, or after the server responds but
 * before the proxy forwards the response.
 */
export type Moment = 'arrival' | 'answer'

/** With TLS, only the connection between the client and the proxy is encrypted. */
export type Speech = 'plain text' | 'TLS'

export async function standBetween(own: OwnDatabase, speech: Speech): Promise<Between> {
  const folder = await mkdtemp(path.join(tmpdir(), 'paripassu-between-'))
  const sockets = new Set<Socket>()
  let isFrozen = false
  let planned: { messages: readonly string[]; when: Moment } | null = null
  const keep = (socket: Socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    if (isFrozen) socket.pause()
  }
  const door = createServer((caller) => {
    keep(caller)
    if (speech === 'TLS') acceptTls(caller, (secured) => pass(secured))
    else pass(caller)
  })
  const pass = (caller: Socket) => {
    const server = connect(whereIs(own.connection))
    let seen = 0
    /** If set, the proxy drops responses until a response with this tag arrives, and then breaks the connection. */
    let lastAnswer: string | null = null
    /**
     * Returns the position in the chunk at which the plan's last message starts, or null if the chunk doesn't contain
     * it. A chunk can contain several messages.
     */
    const endOfPlan = (chunk: Buffer): number | null => {
      let at = 0
      for (const message of planned?.messages.slice(seen) ?? []) {
        at = chunk.indexOf(message, at)
        if (at < 0) return null
        seen += 1
      }
      return planned?.messages.length === seen ? at : null
    }
    caller.on('data', (chunk: Buffer) => {
      const end = endOfPlan(chunk)
      if (planned && end !== null) {
        const { messages, when } = planned
        planned = null
        if (when === 'arrival') {
          server.write(chunk.subarray(0, end))
          caller.destroy()
          return
        }
        lastAnswer = messages.at(-1)?.toUpperCase() ?? ''
      }
      server.write(chunk)
    })
    server.on('data', (chunk: Buffer) => {
      if (lastAnswer === null) caller.write(chunk)
      else if (chunk.includes(lastAnswer)) caller.destroy()
    })
    for (const [one, other] of [
      [caller, server],
      [server, caller],
    ] as const) {
      one.on('error', () => other.destroy())
      one.on('close', () => other.destroy())
      keep(one)
    }
  }
  const port = await new Promise<number>((resolve) => {
    if (speech === 'plain text') door.listen(socketIn(folder, 5432), () => resolve(5432))
    else
      door.listen(0, '127.0.0.1', () => {
        const address = door.address()
        resolve(typeof address === 'object' && address ? address.port : 0)
      })
  })
  const host = speech === 'plain text' ? folder : '127.0.0.1'
  return {
    connection: through(own.connection, { host, port, speech }),
    freeze() {
      isFrozen = true
      for (const socket of sockets) socket.pause()
    },
    thaw() {
      isFrozen = false
      for (const socket of sockets) socket.resume()
    },
    breakAt(messages, when) {
      planned = { messages, when }
    },
    async drop() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => door.close(resolve))
      await own.drop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const selfSigned = makeSelfSigned()

/** Accepts the request for TLS, which is a client's first message and is always sent separately. */
function acceptTls(caller: Socket, then: (secured: TLSSocket) => void) {
  caller.on('error', () => caller.destroy())
  caller.once('data', () => {
    caller.write('S')
    then(new TLSSocket(caller, { isServer: true, ...selfSigned }))
  })
}

const socketIn = (folder: string, port: number) => path.join(folder, `.s.PGSQL.${port}`)

function whereIs(connection: Connection): NetConnectOpts {
  if (!('connectionString' in connection))
    return { path: socketIn(connection.host, connection.port) }
  const { hostname, port, searchParams } = new URL(connection.connectionString)
  const folder = searchParams.get('host')
  return folder
    ? { path: socketIn(folder, Number(port || 5432)) }
    : { host: hostname, port: Number(port || 5432) }
}

interface Door {
  host: string
  port: number
  speech: Speech
}

function through(connection: Connection, { host, port, speech }: Door): Connection {
  const url = new URL('postgres://localhost')
  if ('connectionString' in connection) url.href = connection.connectionString
  else {
    url.username = encodeURIComponent(connection.user)
    url.password = encodeURIComponent(connection.password)
    url.pathname = connection.database
  }
  url.hostname = speech === 'TLS' ? host : 'localhost'
  url.port = String(port)
  url.searchParams.delete('host')
  url.searchParams.delete('port')
  if (speech === 'TLS') url.searchParams.set('sslmode', 'no-verify')
  else url.searchParams.set('host', host)
  return { connectionString: url.href }
}
