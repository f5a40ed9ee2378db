/**
 * Detects when the database goes silent, as when it is frozen or its machine is cut off, so that
 * nobody waits for it. While any call waits for the database, a ping is also sent on a dedicated
 * connection; if no byte arrives on any connection for 1.25 seconds, every pending call fails, and
 * new ones fail at once until the ping is answered.
 *
 * Time is counted in turns of our event loop: while this process is stopped or busy, answers may
 * lie unread, which is not silence. A long wait for a lock is not silence either, nor is an error.
 */
import { Socket } from 'node:net'
import { Client, DatabaseError, type ClientConfig } from 'pg'
import type { StandbyWatch, WaitingCommit } from './standby.ts'

const tickMs = 125
/** Ticks without a byte after which the database counts as silent. */
const silentTicks = 10
/** Ticks for a new connection to send a byte, while other connections may still be answered. */
const handshakeTicks = 12
/** Ticks without new connections after one got no byte; otherwise they would queue up. */
const shutTicks = 8

/** The database is silent. `wasAsked` if a statement may have reached it. */
class DatabaseSilentError extends Error {
  override name = 'DatabaseSilentError'
  readonly code: 'DATABASE_SILENT' | 'DATABASE_AWAY'
  constructor(wasAsked: boolean) {
    super('The database does not answer')
    this.code = wasAsked ? 'DATABASE_SILENT' : 'DATABASE_AWAY'
  }
}

export interface Watch {
  /** Connects on a socket that is watched, and tells the watch when it takes statements. */
  Client: new (settings?: ClientConfig) => Client
  /** Called when a call starts to wait for the database. */
  wake: () => void
  end: () => void
}

interface Line {
  bytes: number
  /** Ticks since the last byte, while its handshake is not done. */
  waited: number
  isReady: boolean
}

/** Our own connection, and whether a ping on it is unanswered. */
interface Ping {
  client: Client
  socket: Socket
  isConnected: boolean
  isUnderWay: boolean
}

interface Parts {
  /** Where the database is now. */
  locate: () => ClientConfig
  /** Whether any call waits for the database. */
  isAsked: () => boolean
  onSilence: (error: Error) => void
  /** May have a question, which is then asked as the ping. */
  standby: StandbyWatch
}

export function watchDatabase({ locate, isAsked, onSilence, standby }: Parts): Watch {
  const lines = new Map<Socket, Line>()
  let timer: NodeJS.Timeout | null = null
  let isAway = false
  let waited = 0
  let shut = 0
  let ping: Ping | null = null

  const track = (socket: Socket) => {
    lines.set(socket, { bytes: 0, waited: 0, isReady: false })
    socket.once('close', () => lines.delete(socket))
    return socket
  }
  const open = () => {
    wake()
    return isAway || shut > 0 ? new RefusedSocket() : track(new Socket())
  }
  const wake = () => {
    timer ??= setInterval(tick, tickMs).unref()
  }
  const rest = () => {
    if (timer) clearInterval(timer)
    timer = null
    waited = 0
    shut = 0
  }

  function tick() {
    shut = Math.max(shut - 1, 0)
    const isHeard = listen()
    if (!isAway && !isAsked()) return rest()
    if (!ping?.isUnderWay) {
      waited = 0
      void sendPing()
    } else if (isHeard && !isAway) waited = 0
    else waited += 1
    if (waited < silentTicks) return
    waited = 0
    // The old connection may be gone for good while a new one reaches the database.
    if (isAway) dropPing()
    else goAway()
  }

  /** Whether a byte arrived since the last tick; also drops new connections that got none. */
  function listen(): boolean {
    let isHeard = false
    for (const [socket, line] of lines) {
      const isMore = socket.bytesRead > line.bytes
      isHeard ||= isMore
      line.bytes = socket.bytesRead
      line.waited = isMore || line.isReady ? 0 : line.waited + 1
      if (line.waited < handshakeTicks || socket === ping?.socket) continue
      shut = shutTicks
      socket.destroy(new DatabaseSilentError(false))
    }
    return isHeard
  }

  function goAway() {
    isAway = true
    onSilence(new DatabaseSilentError(true))
    for (const [socket, { isReady }] of lines)
      if (socket !== ping?.socket) socket.destroy(new DatabaseSilentError(isReady))
  }

  async function sendPing() {
    const mine = (ping ??= openPing())
    mine.isUnderWay = true
    try {
      if (!mine.isConnected) await mine.client.connect()
      mine.isConnected = true
      const question = standby.question()
      const { rows } = await mine.client.query<WaitingCommit>(
        question ? { name: 'waiting', text: question } : { name: 'ping', text: 'select 1' },
      )
      if (ping !== mine) return
      isAway = false
      if (question) standby.answer(rows)
    } catch (error) {
      if (ping !== mine) return
      dropPing()
      // A server that refuses is there, unless it is starting or stopping. Other errors mean unreachable.
      if (error instanceof DatabaseError && !error.code?.startsWith('57P')) isAway = false
    } finally {
      mine.isUnderWay = false
    }
  }

  function openPing(): Ping {
    const socket = track(new Socket())
    const client = new Client({ ...locate(), stream: () => socket })
    const made: Ping = { client, socket, isConnected: false, isUnderWay: false }
    client.on('error', () => ping === made && dropPing())
    return made
  }

  function dropPing() {
    ping?.socket.destroy()
    ping = null
  }

  return {
    Client: class extends Client {
      constructor(settings?: ClientConfig) {
        // With TLS, another stream speaks through this one, which stays what is watched.
        const socket = open()
        // The pool hides its password, so that nothing prints it, from being copied with the rest.
        const { password } = settings ?? {}
        super({ ...settings, ...(password !== undefined && { password }), stream: () => socket })
        const line = lines.get(socket)
        this.once('connect', () => line && (line.isReady = true))
      }
    },
    wake,
    end: () => {
      rest()
      dropPing()
    },
  }
}

/** Fails instead of connecting while the database is silent. */
class RefusedSocket extends Socket {
  override connect(): this {
    process.nextTick(() => this.destroy(new DatabaseSilentError(false)))
    return this
  }
}
