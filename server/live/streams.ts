/** The open streams of this process: told of changes, checked, kept alive, limited, and ended in order. */
import { mayCall, mustSetUpTwoFactor } from '#domain/access.ts'
import { readPosition, writePosition } from '#server/live/position.ts'
import { readChanges, type WrittenChange } from '#server/live/reader.ts'
import type { Config } from '#server/config/config.ts'
import type { Database } from '#server/database/client.ts'
import { unavailable } from '#server/errors.ts'
import type { Principal } from '#server/sign-in/principal.ts'
import { findSession } from '#server/sign-in/sessions.ts'
import type { FastifyBaseLogger } from 'fastify'
import type { ServerResponse } from 'node:http'
import { Listener, type SessionState } from './listener.ts'
import type { Sight } from './visibility.ts'
import { EventStream } from './stream.ts'

/** Limits of streams; docs/operating.md lists them for operators. */
export const streamLimits = {
  /** More often than proxies close a connection without traffic. */
  heartbeatMs: 25_000,
  /** The longest time until the end of a session that no change has told of is noticed. */
  sessionCheckMs: 60_000,
  streamsPerAccount: 20,
  /** Half of all connections: the rest is for calls. */
  streams: 2048,
  /** Of these, for accounts that await approval, which anybody can open. */
  streamsOfPending: 256,
}
export type StreamLimits = typeof streamLimits

/** Browsers come again after a second or two, not all at once; one that made room waits longer. */
const retryMs = () => 1_000 + Math.random() * 1_000
const retryAfterMakingRoomMs = 60_000

/** Where a browser goes on: after an event, or at the age of what it shows; otherwise from now on. */
export interface StartingPoint {
  since?: string | undefined
  ageMs?: number | undefined
}

interface Caller {
  principal: Principal
  /** The hash of the session's id. */
  sid: string
  start: StartingPoint
  /** Sends the head of the answer, and gives what the rest is written to. */
  sendHead: () => ServerResponse
}

/** What a stream takes of the limits, from when it is asked for until it has closed. */
interface Place {
  sight: Sight
  /** Null while it is being opened. */
  stream: EventStream | null
}

export interface EventStreams {
  /** Calls `act` when something has changed, before any stream says so; only while one is open. */
  onChanges: (act: () => void) => void
  open: (caller: Caller) => Promise<void>
  /** Ends all streams, and lets no other one stay open. */
  end: () => Promise<void>
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
  /** Streams that are open, or being opened, in the order in which they were asked for. */
  const places = new Set<Place>()
  let isEnding = false
  const acts: (() => void)[] = []
  const reader = readChanges({
    db,
    onChanges: (changes) => {
      for (const act of acts) act()
      for (const listener of listeners) listener.tell(changes)
    },
    onTrouble: (err) => log.warn({ err }, "Changes can't be read now; browsers get them later"),
  })
  const position = () => writePosition(reader.position())

  function leave(place: Place) {
    if (places.delete(place) && places.size === 0) void reader.stop()
  }

  const awaitsApproval = (sight: Sight) => !sight.mayCall('approved')

  /** Counted before anything is waited for, so that however many come at once, no more than the limits are let in. */
  function claimPlace(sight: Sight): Place {
    const all = [...places]
    const pending = all.filter((place) => awaitsApproval(place.sight)).length
    const isFull = awaitsApproval(sight) && pending >= limits.streamsOfPending
    if (places.size >= limits.streams || isFull)
      throw unavailable('Too many browsers are connected. Try again in a moment.', 'busy', 30)
    const place: Place = { sight, stream: null }
    places.add(place)
    const own = all.filter((other) => other.sight.personId === sight.personId)
    for (const other of own.slice(0, Math.max(0, own.length + 1 - limits.streamsPerAccount))) {
      if (other.stream) endForAnother(other.stream)
      // One that is still being opened ends once it is.
      else leave(other)
    }
    return place
  }

  function endForAnother(stream: EventStream) {
    stream.sendRetry(retryAfterMakingRoomMs)
    stream.end()
  }

  function findMissed({ since, ageMs }: StartingPoint): Promise<WrittenChange[] | null> {
    if (since === undefined) return Promise.resolve(reader.seenWithin(ageMs ?? 0))
    const from = readPosition(since)
    return from ? reader.since(from) : Promise.resolve(null)
  }

  async function open({ principal, sid, start, sendHead }: Caller) {
    const place = claimPlace(sightOf(principal, config))
    try {
      await reader.start()
    } catch (error) {
      leave(place)
      throw error
    }
    const raw = sendHead()
    // Whoever left while this was looked up has closed already, and would never be told of again.
    if (raw.destroyed) return leave(place)
    if (!places.has(place)) return endForAnother(new EventStream(raw, () => {}))
    const stream = new EventStream(raw, () => {
      listeners.delete(listener)
      clearInterval(heartbeats)
      clearInterval(checks)
      leave(place)
    })
    place.stream = stream
    const listener = new Listener({
      stream,
      position,
      sight: place.sight,
      checkSession: () => checkSession(principal, sid),
    })
    const heartbeats = setInterval(() => listener.sendHeartbeat(), limits.heartbeatMs)
    const checks = setInterval(() => void listener.checkByTheMinute(), limits.sessionCheckMs)
    listeners.add(listener)
    stream.sendRetry(retryMs())
    if (isEnding) return stream.end()
    // Whatever fails now, the browser comes again.
    await listener.open(() => findMissed(start)).catch(() => stream.end())
  }

  async function checkSession({ account, role }: Principal, sid: string): Promise<SessionState> {
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
    onChanges: (act) => void acts.push(act),
    open,
    async end() {
      isEnding = true
      for (const { stream } of listeners) stream.end()
      await reader.stop()
    },
  }
}

const sightOf = ({ account, role }: Principal, config: Config): Sight => ({
  personId: account.id,
  mayCall: (access) =>
    mayCall(role, access, {
      publicLoans: config.publicLoans,
      mustSetUpTwoFactor: mustSetUpTwoFactor(account, config.requireAdmin2fa),
    }) === 'allowed',
})
