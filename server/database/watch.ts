/**
 * Makes calls fail immediately if the database is frozen or cut off. While any call waits, a ping is sent on a separate
 * connection. If no byte arrives on any connection for 1.25 seconds, pending calls fail. New calls then fail
 * immediately until the ping is answered.
 *
 * Time is counted in turns of the event loop, because responses stay unread while this process is stopped or busy. A
 * long wait for a lock doesn't count as silence, and neither does an error.
 */
import { Socket } from 'node:net'
import { Client, DatabaseError, type ClientConfig } from 'pg'
import type { StandbyWatch, WaitingCommit } from './standby.ts'

const tickMs = 125
/** The number of ticks without any data after which the database is considered unresponsive. */
const silentTicks = 10
/**
 * The number of ticks within which a new connection must receive data, even if other connections are still receiving
 * responses.
 */
const handshakeTicks = 12
/**
 * The number of ticks to wait before opening more connections after a new connection received no data. The pause
 * prevents pending connections from piling up.
 */
const shutTicks = 8

class DatabaseSilentError extends Error {
  override name = 'DatabaseSilentError'
  readonly code: 'DATABASE_SILENT' | 'DATABASE_AWAY'
  constructor(wasAsked: boolean) {
    super('The database does not answer')
    this.code = wasAsked ? 'DATABASE_SILENT' : 'DATABASE_AWAY'
  }
}

export interface Watch {
  /** Connects over a monitored socket, and notifies the watch when the connection accepts statements. */
  Client: new (settings?: ClientConfig) => Client
  wake: () => void
  end: () => void
}

interface Line {
  bytes: number
  waited: number
  isReady: boolean
}

interface Ping {
  client: Client
  socket: Socket
  isConnected: boolean
  isUnderWay: boolean
}

interface Parts {
  locate: () => ClientConfig
  isAsked: () => boolean
  onSilence: (error: Error) => void
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
    // The old connection might be dead even though a new connection reaches the database.
    if (isAway) dropPing()
    else goAway()
  }

  /** Returns true if data has arrived since the last tick. Also closes new connections that received none. */
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
      // A server that rejects the connection is reachable, unless it is starting or stopping. Any other error means
      // that the server is unreachable.
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
        // With TLS, another stream wraps this socket. The socket is still monitored.
        const socket = open()
        // The pool makes its password non-enumerable to keep it out of logs, so the password must be copied separately.
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

/** A socket that fails instead of connecting. Used while the database is unresponsive. */
class RefusedSocket extends Socket {
  override connect(): this {
    process.nextTick(() => this.destroy(new DatabaseSilentError(false)))
    return this
  }
}
