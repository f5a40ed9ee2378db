/** A tab's event stream from the server. It is open while the tab is visible. */
import type { EventData, EventName } from '#contract/live/calls.ts'

export interface ReceivedEvent {
  name: EventName
  data: EventData['opened'] | EventData['changed'] | object
}

interface Options {
  /** The page's first responses include all changes below this position, which is empty if unknown. */
  since: string
  onEvent: (event: ReceivedEvent) => void
  /** The connection was lost at the time `since` (from `Date.now()`). The next event ends the interruption. */
  onAway: (since: number) => void
  /** The server didn't open a stream, for example because the session has ended. Browsers don't reveal the reason. */
  onRefused: () => void
}

const names: readonly EventName[] = ['opened', 'changed', 'everything', 'alive', 'ended']

/** The server sends an event every 25 s. If none arrives for this long, the connection is dead. */
const deadAfterMs = 60_000
/** A rejected stream is opened again after this interval. */
const checkEveryMs = 5_000
/** Over HTTP/1.1, browsers open at most six connections to a server, so hidden tabs close theirs. */
const closeHiddenAfterMs = 10_000

/** Opens the stream, and opens it again after interruptions. Returns a function that closes it. */
export function keepStream({ since: position, onEvent, onAway, onRefused }: Options): () => void {
  let source: EventSource | null = null
  let lastId = position
  let heardAt: number | null = null
  let hiding: ReturnType<typeof setTimeout>

  function close() {
    source?.close()
    source = null
  }

  function open() {
    close()
    if (heardAt !== null) onAway(heardAt)
    heardAt = Date.now()
    const opened = new EventSource(`/api/events${lastId && `?since=${lastId}`}`)
    source = opened
    for (const name of names)
      opened.addEventListener(name, ({ data, lastEventId }: MessageEvent<string>) => {
        heardAt = Date.now()
        lastId = lastEventId || lastId
        // Events aren't validated at run time. They are trusted to match their type.
        onEvent({ name, data: JSON.parse(data) as ReceivedEvent['data'] })
      })
    opened.addEventListener('error', () => {
      onAway(Date.now())
      // If the stream isn't closed, the browser opens it again.
      if (opened.readyState === EventSource.CLOSED) onRefused()
    })
  }

  function check() {
    if (document.hidden) return
    const isDead = heardAt !== null && Date.now() - heardAt > deadAfterMs
    if (!source || source.readyState === EventSource.CLOSED || isDead) open()
  }

  const checks = setInterval(check, checkEveryMs)
  const listening = new AbortController()
  const on = { signal: listening.signal }
  document.addEventListener(
    'visibilitychange',
    () => {
      clearTimeout(hiding)
      if (document.hidden) hiding = setTimeout(close, closeHiddenAfterMs)
      else check()
    },
    on,
  )
  // An open connection would keep the page out of the back/forward cache.
  addEventListener('pagehide', close, on)
  addEventListener('pageshow', check, on)
  addEventListener('online', open, on)
  // A connection can appear to be open long after the network is lost. Closing the connection prevents a late event
  // from ending the interruption.
  addEventListener(
    'offline',
    () => {
      close()
      onAway(Date.now())
    },
    on,
  )
  check()

  return () => {
    listening.abort()
    clearInterval(checks)
    clearTimeout(hiding)
    close()
  }
}
