/** Keeps an open tab up to date with what others do. */
import { ownSubject } from '#contract/live/topics.ts'
import { refreshSession, sessionAskedAt } from '#web/session.ts'
import type { QueryClient } from '@tanstack/react-query'
import { watchAttendance } from './attendance.ts'
import { LiveQueries } from './live-queries.ts'
import { SharedStream } from './shared-stream.ts'
import type { ReceivedEvent } from './stream.ts'

/** A short break, as of a restart, is nothing to tell. */
const shownAfterMs = 3_000

/** The words of a refusal are shown for half a second before the login opens. */
const wordsMs = 1_000

/** How often it is asked whether the session has ended while streams are refused again and again. */
const askAgainAfterMs = 60_000

/** Everybody is told of new terms. */
const askMs = () => Math.random() * 500

export interface LiveOptions {
  client: QueryClient
  userId: string
  /** When the tab began to read what it shows, by `Date.now()`. */
  neededFrom: number
  /** The screen is up to date; or it was until this time, and is not now. */
  onState: (offlineSince: number | null) => void
}

/** Starts it; returns what ends it. */
export function startLive({ client, userId, neededFrom, onState }: LiveOptions): () => void {
  const queries = new LiveQueries(client)
  let timer: ReturnType<typeof setTimeout>
  let leaving: ReturnType<typeof setTimeout>
  let asking: ReturnType<typeof setTimeout>
  let isAway = false

  function take({ name, data }: ReceivedEvent) {
    if (name === 'everything') {
      queries.add('all')
      void refreshSession()
    }
    if (name === 'changed' && 'topic' in data) {
      const { topic, id } = data
      queries.add([{ topic, subject: id === userId ? ownSubject : id }])
      // One's own role, rights, or name.
      if (topic === 'users' && id === userId) void refreshSession()
      // Terms that one has to accept may be among it. Browsers don't ask all together.
      if (topic === 'company') {
        clearTimeout(asking)
        asking = setTimeout(() => void refreshSession(), askMs())
      }
    }
    // Somebody else has signed in here.
    if (name === 'opened' && 'userId' in data && data.userId !== userId) void refreshSession()
    // Asking leads to the login. Whoever is at work meets a refusal first, and has to read its words.
    if (name === 'ended') leaving = setTimeout(() => void refreshSession(), wordsMs)
  }

  function heed(awaySince: number | null) {
    clearTimeout(timer)
    isAway = awaySince !== null
    if (awaySince !== null) timer = setTimeout(() => onState(awaySince), shownAfterMs)
    else void catchUp()
  }

  function heedRefusal() {
    if (!isAway || Date.now() - sessionAskedAt() > askAgainAfterMs) void refreshSession()
  }

  async function catchUp() {
    queries.hurry()
    await queries.whenRead()
    if (!isAway) onState(null)
  }

  const stopAttendance = watchAttendance()
  const stream = new SharedStream({
    userId,
    neededFrom,
    onEvent: take,
    onState: heed,
    onRefused: heedRefusal,
  })
  const seen = () => !document.hidden && queries.hurry()
  document.addEventListener('visibilitychange', seen)
  return () => {
    document.removeEventListener('visibilitychange', seen)
    clearTimeout(timer)
    clearTimeout(leaving)
    clearTimeout(asking)
    stream.leave()
    queries.stop()
    stopAttendance()
  }
}
