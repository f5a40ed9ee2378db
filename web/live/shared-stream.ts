/**
 * One stream for all tabs of a browser: the tab that holds a lock leads, has the connection, and passes on
 * what comes. When it closes, another one goes on where it was. Without locks, as over plain http, each tab
 * has its own connection while it is visible.
 */
import { Recollection } from './recollection.ts'
import { openStream, type ReceivedEvent } from './stream.ts'

/** The server says once a minute that it is there; after this long, the connection is dead. */
const deadAfterMs = 100_000
const watchEveryMs = 5_000
/** How long to wait before a stream that the server refused is opened again, and one that it ended. */
const retryAfterMs = 3_000
const comeAgainAfterMs = 2_000

interface Options {
  /** Tabs of one person share a stream. */
  userId: string
  /** When this tab began to read what it shows, by `Date.now()`. */
  neededFrom: number
  onEvent: (event: ReceivedEvent) => void
  /** The connection is open; or away since this time. */
  onState: (awaySince: number | null) => void
  /** The server answered without opening the stream, as when the session has ended; the reason isn't told. */
  onRefused: () => void
}

type Message =
  | { kind: 'event'; event: ReceivedEvent; id: string }
  | { kind: 'state'; awaySince: number | null }
  /** A tab asks the one that leads for what came since a time, and gets it. */
  | { kind: 'join'; tab: string; neededFrom: number }
  | { kind: 'welcome'; tab: string; events: ReceivedEvent[]; id: string; awaySince: number | null }
  /** Another tab leads now: whoever wasn't welcomed asks it. */
  | { kind: 'leading' }
  /** A tab that somebody looks at has the connection tried again. */
  | { kind: 'retry' }

/** A tab's part in the stream of its browser. */
export class SharedStream {
  readonly #options: Options
  readonly #name: string
  readonly #tab = String(Math.random())
  readonly #locks = 'BroadcastChannel' in globalThis ? navigator.locks : undefined
  readonly #listening = new AbortController()
  readonly #watching: ReturnType<typeof setInterval>
  #channel: BroadcastChannel | null = null
  #recollection: Recollection
  /** Where another stream goes on; empty before the first event. */
  #lastId = ''
  #awaySince: number | null = null
  /** Whether this tab gets what comes: it leads, or was welcomed. */
  #isIn = false
  /** Whether it has got everything until now since it was needed. */
  #isCaughtUp = false
  /** Gives up the lock, or the wait for it. */
  #giveUpLock: (() => void) | null = null
  #isLeading = false
  /** Of the tab that leads. */
  #closeStream: (() => void) | null = null
  #heardAt = 0
  #triedAt = 0

  constructor(options: Options) {
    this.#options = options
    this.#name = `paripassu-events:${options.userId}`
    this.#recollection = new Recollection(options.neededFrom)
    const on = { signal: this.#listening.signal }
    // A page in the back/forward cache has no connection, and keeps no lock.
    addEventListener('pagehide', () => this.#exit(), on)
    addEventListener('pageshow', ({ persisted }) => persisted && this.#enter(), on)
    addEventListener('online', () => this.#isLeading && this.#open(), on)
    // A connection may seem open for long after the network is gone.
    addEventListener('offline', () => this.#isLeading && this.#breakOff(Date.now()), on)
    document.addEventListener('visibilitychange', () => this.#heedVisibility(), on)
    this.#watching = setInterval(() => this.#watch(), watchEveryMs)
    this.#enter()
  }

  leave(): void {
    this.#listening.abort()
    clearInterval(this.#watching)
    this.#exit()
  }

  /** Waits for its turn to lead, and asks whoever leads for what came meanwhile. */
  #enter() {
    if (!this.#locks) {
      if (!document.hidden) this.#lead()
      return
    }
    this.#channel = new BroadcastChannel(this.#name)
    this.#channel.addEventListener('message', ({ data }: MessageEvent<Message>) =>
      this.#receive(data),
    )
    const turn = new AbortController()
    this.#giveUpLock = () => turn.abort()
    const hold = () =>
      new Promise<void>((resolve) => {
        if (turn.signal.aborted) return resolve()
        this.#giveUpLock = resolve
        this.#lead()
      })
    // Given up before its turn came.
    this.#locks.request(this.#name, { signal: turn.signal }, hold).catch(() => {})
    this.#join()
  }

  #exit() {
    // What comes from now on, this tab will have to ask for; and what came before, if it never got that.
    if (this.#isCaughtUp) this.#recollection = new Recollection(Date.now())
    this.#isCaughtUp = false
    this.#isIn = false
    this.#isLeading = false
    this.#close()
    this.#channel?.close()
    this.#channel = null
    this.#giveUpLock?.()
    this.#giveUpLock = null
  }

  #heedVisibility() {
    if (this.#locks) this.#watch()
    else if (document.hidden) this.#exit()
    else if (!this.#isLeading) this.#enter()
  }

  #lead() {
    this.#isIn = true
    this.#isLeading = true
    this.#open()
    this.#post({ kind: 'leading' })
  }

  /** Opens the connection, after the last event that any tab has got. */
  #open() {
    this.#close()
    this.#triedAt = this.#heardAt = Date.now()
    this.#closeStream = openStream({
      start: this.#lastId
        ? { since: this.#lastId }
        : { ageMs: Date.now() - this.#recollection.startedFrom },
      onEvent: (event, id) => {
        this.#heardAt = Date.now()
        this.#take(event, id)
        this.#post({ kind: 'event', event, id })
        if (this.#awaySince !== null || event.name === 'opened') this.#share(null)
        if (event.name === 'ended') this.#comeAgain()
      },
      onBreak: (isFinal) => {
        if (isFinal) this.#options.onRefused()
        // Before its first id, the browser would begin where this stream did.
        if (isFinal || !this.#lastId) this.#breakOff(Date.now())
        else if (this.#awaySince === null) this.#share(Date.now())
      },
    })
  }

  #close() {
    this.#closeStream?.()
    this.#closeStream = null
  }

  #breakOff(since: number) {
    this.#close()
    if (this.#awaySince === null) this.#share(since)
  }

  /** The session may go on under another id; if not, asking who is signed in leads away before this. */
  #comeAgain() {
    this.#close()
    setTimeout(() => this.#isLeading && !this.#closeStream && this.#open(), comeAgainAfterMs)
  }

  /** Opens a stream that was refused, and one that is dead, again. */
  #watch() {
    if (!this.#isLeading) {
      if (this.#awaySince !== null && !document.hidden) this.#post({ kind: 'retry' })
    } else if (this.#closeStream && Date.now() - this.#heardAt > deadAfterMs) {
      this.#breakOff(this.#heardAt)
      this.#open()
    } else if (!this.#closeStream && Date.now() - this.#triedAt > retryAfterMs) this.#open()
  }

  #receive(message: Message) {
    const isForOther = 'tab' in message && message.tab !== this.#tab
    if (message.kind === 'event') {
      // Before the welcome it is unknown what came first; the welcome has this event, too.
      if (this.#isIn) this.#take(message.event, message.id)
    } else if (message.kind === 'state') this.#become(message.awaySince)
    else if (message.kind === 'leading' && !this.#isIn) this.#join()
    else if (message.kind === 'welcome' && !isForOther && !this.#isIn) {
      this.#isIn = true
      for (const event of message.events) this.#take(event, message.id)
      this.#lastId = message.id
      this.#isCaughtUp = message.id !== ''
      this.#become(message.awaySince)
    } else if (message.kind === 'join' && this.#isLeading)
      this.#post({
        kind: 'welcome',
        tab: message.tab,
        events: this.#recollection.since(message.neededFrom),
        id: this.#lastId,
        awaySince: this.#awaySince,
      })
    else if (message.kind === 'retry' && this.#isLeading) this.#watch()
  }

  #join() {
    this.#post({ kind: 'join', tab: this.#tab, neededFrom: this.#recollection.startedFrom })
  }

  #take(event: ReceivedEvent, id: string) {
    this.#lastId = id || this.#lastId
    // Before its first id, a stream has not sent what was missed.
    this.#isCaughtUp ||= id !== ''
    this.#recollection.add(event)
    this.#options.onEvent(event)
  }

  #share(awaySince: number | null) {
    this.#become(awaySince)
    this.#post({ kind: 'state', awaySince })
  }

  #become(awaySince: number | null) {
    this.#awaySince = awaySince
    this.#options.onState(awaySince)
  }

  #post(message: Message) {
    // A channel has no origin to name.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    this.#channel?.postMessage(message)
  }
}
