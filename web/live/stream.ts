/** A tab's connection to the server's events, while the tab is visible. */
import type { EventData, EventName } from '#contract/live/calls.ts'

export interface ReceivedEvent {
  name: EventName
  data: EventData['opened'] | EventData['changed'] | object
}

interface Options {
  /** The changes that the page's first answers show: those below this position. Empty if unknown. */
  since: string
  onEvent: (event: ReceivedEvent) => void
  /** The connection is gone, or was, since this time by `Date.now()`. The next event ends that. */
  onAway: (since: number) => void
  /** The server answered without a stream, as when the session has ended; browsers don't say why. */
  onRefused: () => void
}

const names: readonly EventName[] = ['opened', 'changed', 'everything', 'alive', 'ended']

/** The server sends an event every 25 s; after this long without one, the connection is dead. */
const deadAfterMs = 60_000
/** A refused stream is opened again after this time, too. */
const checkEveryMs = 5_000
/** Over HTTP/1.1 a browser has six connections to a server, so hidden tabs give theirs up. */
const closeHiddenAfterMs = 10_000

/** Opens the stream, and again after breaks; returns a function that ends it. */
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
        // The server's own event is typed, not checked.
        onEvent({ name, data: JSON.parse(data) as ReceivedEvent['data'] })
      })
    opened.addEventListener('error', () => {
      onAway(Date.now())
      // Otherwise the browser connects again by itself.
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
  // A page with a connection gets no place in the back/forward cache.
  addEventListener('pagehide', close, on)
  addEventListener('pageshow', check, on)
  addEventListener('online', open, on)
  // A connection may seem open for long after the network is gone, and a late event must not end the break.
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
