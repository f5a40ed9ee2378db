/** Keeps the screen of a tab up to date with what others do. */
import { ownSubject } from '#contract/live/topics.ts'
import { ApiError, ConnectionError } from '#web/api/client.ts'
import { refreshSession } from '#web/session.ts'
import type { Query, QueryClient } from '@tanstack/react-query'
import { watchAttendance } from './attendance.ts'
import { isTouched, refetch, type Part } from './refetch.ts'
import { keepStream, type ReceivedEvent } from './stream.ts'

/** Changes within this time are fetched together. */
const gatherMs = 200
/** A short break, as of a restart, isn't shown. */
const shownAfterMs = 3_000

interface Options {
  client: QueryClient
  /** The position of the changes before the page's first answer; empty if unknown. */
  since: string
  userId: string
  /** The screen is up to date; or it was until this time, and is not now. */
  onState: (offlineSince: number | null) => void
}

/** Starts it; returns a function that ends it. */
export function startLive({ client, since, userId, onState }: Options): () => void {
  let changed: Part[] = []
  let isEverything = false
  /** Also set while it fetches, so that one fetch ends before the next begins. */
  let timer: ReturnType<typeof setTimeout> | undefined
  let isAway = false
  let showing: ReturnType<typeof setTimeout>

  function handle({ name, data }: ReceivedEvent) {
    if (name === 'everything') isEverything = true
    if (name === 'changed' && 'topic' in data)
      changed.push({ topic: data.topic, subject: data.id === userId ? ownSubject : data.id })
    // Someone else has signed in here.
    if (name === 'opened' && 'userId' in data && data.userId !== userId) void refreshSession()
    // At the end of the session, the stream is refused when the browser connects again.
    if (name === 'ended') return
    isAway = false
    clearTimeout(showing)
    timer ??= setTimeout(() => void update(), gatherMs)
  }

  /** Fetches what has changed, and what couldn't be fetched before. */
  async function update() {
    const [parts, isAll] = [changed, isEverything]
    changed = []
    isEverything = false
    if (isAll || parts.some(isAboutSession)) void refreshSession()
    await refetch(
      client,
      // A query without a call, such as the preview of an import, shows no topic.
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
    // Asking who is signed in leads to the login.
    onRefused: () => void refreshSession(),
  })
  return () => {
    closeStream()
    clearTimeout(timer)
    clearTimeout(showing)
    stopAttendance()
  }
}

/** The user's role, rights, or name; or terms that the user has to accept. */
const isAboutSession = ({ topic, subject }: Part) =>
  topic === 'company' || (topic === 'users' && subject === ownSubject)

/** The server was away, or busy; any other refusal stays. */
const mayRecover = ({ state: { error } }: Query) =>
  error instanceof ConnectionError || (error instanceof ApiError && error.status >= 500)
