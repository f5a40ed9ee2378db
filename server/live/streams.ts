import { mayCall, mustSetUpTwoFactor } from '#domain/access.ts'
import type { Config } from '#server/config/config.ts'
import type { Database } from '#server/database/client.ts'
import { unavailable } from '#server/errors.ts'
import type { Principal } from '#server/sign-in/principal.ts'
import { findSession } from '#server/sign-in/sessions.ts'
import type { FastifyBaseLogger } from 'fastify'
import type { ServerResponse } from 'node:http'
import { Listener, type SessionState } from './listener.ts'
import { pollChanges, readChanges, type ChangePoller } from './reader.ts'
import { EventStream } from './stream.ts'
import type { Viewer } from './visibility.ts'

/** Stream limits, documented in docs/operating.md. */
export const streamLimits = {
  /** The interval between heartbeats, which also check the session. It is shorter than the idle timeouts of proxies. */
  heartbeatMs: 25_000,
  streamsPerAccount: 20,
  /** Half of all connections. The other half is reserved for API calls. */
  streams: 2048,
  /** The limit for accounts that await approval. It is lower, because anyone can register an account. */
  streamsOfPending: 256,
}
export type StreamLimits = typeof streamLimits

/**
 * Browsers reconnect after a random delay of one to two seconds. The delay is longer if the stream was closed to make
 * room for another.
 */
const retryMs = () => 1_000 + Math.random() * 1_000
const retryAfterMakingRoomMs = 60_000

interface Caller {
  principal: Principal
  sid: string
  /** The id of the last event that the browser received. Any other value counts as missing. */
  since: string | undefined
  sendHead: () => ServerResponse
}

export interface EventStreams {
  open: (caller: Caller) => void
  end: () => void
}

interface Options {
  db: Database
  config: Config
  log: FastifyBaseLogger
  limits: StreamLimits
}

export function openStreams(options: Options): EventStreams {
  const { db, config, log, limits } = options
  const listeners = new Set<Listener>()
  let poller: ChangePoller | null = null
  let isEnding = false

  const startPolling = () =>
    pollChanges({
      db,
      onRead: (read) => {
        for (const listener of listeners) listener.notify(read)
      },
      onFailure: (err) => log.warn({ err }, "Changes can't be read now; browsers get them later"),
    })

  function leave(listener: Listener) {
    listeners.delete(listener)
    if (listeners.size > 0) return
    poller?.stop()
    poller = null
  }

  function refuseIfFull(viewer: Viewer) {
    const awaitsApproval = (each: Viewer) => !each.mayCall('viewer')
    const pending = [...listeners].filter((each) => awaitsApproval(each.viewer)).length
    const isFull = awaitsApproval(viewer) && pending >= limits.streamsOfPending
    if (listeners.size >= limits.streams || isFull)
      throw unavailable('Too many browsers are connected. Try again in a moment.', 'busy', 30)
  }

  /** Ends an account's oldest streams, whose clients have probably disconnected. */
  function makeRoom(personId: string) {
    const own = [...listeners].filter(({ viewer }) => viewer.personId === personId)
    for (const listener of own.slice(0, Math.max(0, own.length + 1 - limits.streamsPerAccount))) {
      listener.stream.sendRetry(retryAfterMakingRoomMs)
      listener.stream.end()
      leave(listener)
    }
  }

  function open({ principal, sid, since = '', sendHead }: Caller) {
    const viewer = viewerOf(principal, config)
    refuseIfFull(viewer)
    makeRoom(viewer.personId)
    const raw = sendHead()
    // The client might have disconnected during the session lookup. No later event would report the disconnection.
    if (raw.destroyed) return
    const stream = new EventStream(raw, () => {
      clearInterval(heartbeats)
      leave(listener)
    })
    const checkSession = () => findState(principal, sid)
    const listener = new Listener({ stream, viewer, checkSession })
    const heartbeats = setInterval(() => listener.beat(), limits.heartbeatMs)
    listeners.add(listener)
    stream.sendRetry(retryMs())
    if (isEnding) return stream.end()
    const { ready } = (poller ??= startPolling())
    listener.open(async () => {
      await ready
      const position = /^\d{1,18}$/.test(since) ? BigInt(since) : null
      const { changes, next, isKept } = await readChanges(db, position)
      return { changes: isKept ? changes : null, next }
    })
  }

  async function findState({ account, role }: Principal, sid: string): Promise<SessionState> {
    const session = await findSession(options, sid, { isUse: false })
    if (!session) return 'ended'
    const now = session.principal
    const isSame =
      now.role === role &&
      mustSetUpTwoFactor(now.account, config.requireAdmin2fa) ===
        mustSetUpTwoFactor(account, config.requireAdmin2fa)
    return isSame ? 'same' : 'changed'
  }

  return {
    open,
    end() {
      isEnding = true
      for (const { stream } of listeners) stream.end()
    },
  }
}

const viewerOf = ({ account, role }: Principal, config: Config): Viewer => ({
  personId: account.id,
  mayCall: (access) =>
    mayCall(role, access, {
      publicLoans: config.publicLoans,
      mustSetUpTwoFactor: mustSetUpTwoFactor(account, config.requireAdmin2fa),
    }) === 'allowed',
})
