/** Keeps a tab up to date with changes by other users. */
import { ownSubject } from '#contract/live/topics.ts'
import { ApiError, ConnectionError, commonHeaders } from '#web/api/client.ts'
import { refreshSession } from '#web/session.ts'
import type { Query, QueryClient } from '@tanstack/react-query'
import { isTouched, refetch, type Part } from './refetch.ts'
import { keepStream, type ReceivedEvent } from './stream.ts'

/** Changes within this interval are loaded together. */
const gatherMs = 200
/** Interruptions shorter than this, such as a server restart, aren't shown. */
const shownAfterMs = 3_000

interface Options {
  client: QueryClient
  /** The position in the change list before the page's first response. Empty if unknown. */
  since: string
  userId: string
  /** Called with null if the tab is up to date, or otherwise with the time of the last update. */
  onState: (offlineSince: number | null) => void
}

/** Returns a function that stops the updates. */
export function startLive({ client, since, userId, onState }: Options): () => void {
  let changed: Part[] = []
  let isEverything = false
  /** The timer is also set while data is being loaded so that loads don't overlap. */
  let timer: ReturnType<typeof setTimeout> | undefined
  let isAway = false
  let showing: ReturnType<typeof setTimeout>

  function handle({ name, data }: ReceivedEvent) {
    if (name === 'everything') isEverything = true
    if (name === 'changed' && 'topic' in data)
      changed.push({ topic: data.topic, subject: data.id === userId ? ownSubject : data.id })
    // Another user has signed in with this browser, so the session must be refetched.
    if (name === 'opened' && 'userId' in data && data.userId !== userId) void refreshSession()
    // After the session ends, the server rejects the next connection attempt.
    if (name === 'ended') return
    isAway = false
    clearTimeout(showing)
    timer ??= setTimeout(() => void update(), gatherMs)
  }

  async function update() {
    const [parts, isAll] = [changed, isEverything]
    changed = []
    isEverything = false
    if (isAll || parts.some(isAboutSession)) void refreshSession()
    await refetch(
      client,
      // Queries without an endpoint, such as an import preview, have no topic.
      (query) =>
        (isAll && query.meta !== undefined) || isTouched(query.meta, parts) || mayRecover(query),
    )
    timer = undefined
    if (changed.length > 0 || isEverything) timer = setTimeout(() => void update(), gatherMs)
    else if (!isAway) onState(null)
  }

  function handleBreak(offlineSince: number) {
    if (isAway) return
    isAway = true
    showing = setTimeout(() => onState(offlineSince), shownAfterMs)
  }

  const stopAttendance = watchAttendance()
  const closeStream = keepStream({
    since,
    onEvent: handle,
    onAway: handleBreak,
    // Loading the session again redirects to the login page.
    onRefused: () => void refreshSession(),
  })
  return () => {
    closeStream()
    clearTimeout(timer)
    clearTimeout(showing)
    stopAttendance()
  }
}

/** Returns true if the user's role, permissions, or name might have changed, or if there are new legal terms. */
const isAboutSession = ({ topic, subject }: Part) =>
  topic === 'company' || (topic === 'users' && subject === ownSubject)

/** Returns true if the server was unreachable or overloaded. Other errors are permanent. */
const mayRecover = ({ state: { error } }: Query) =>
  error instanceof ConnectionError || (error instanceof ApiError && error.status >= 500)

const idleAfterMs = 60_000
const signs = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const

/**
 * After a minute without input, marks requests as automatic so that they don't extend the session. Returns a function
 * that stops watching for input.
 */
function watchAttendance(): () => void {
  let timer: ReturnType<typeof setTimeout>
  const attend = () => {
    clearTimeout(timer)
    delete commonHeaders['x-unattended']
    timer = setTimeout(() => {
      commonHeaders['x-unattended'] = 'true'
    }, idleAfterMs)
  }
  const listening = new AbortController()
  for (const sign of signs)
    addEventListener(sign, attend, { capture: true, passive: true, signal: listening.signal })
  attend()
  return () => {
    listening.abort()
    clearTimeout(timer)
    delete commonHeaders['x-unattended']
  }
}
