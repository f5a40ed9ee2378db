/** An event stream for one viewer. It sends the changes that the viewer can see, in order, until the session ends. */
import type { ChangesRead } from './reader.ts'
import type { EventStream } from './stream.ts'
import { isAboutAccess, maySee, toEventData, type Viewer } from './visibility.ts'

/** The value `changed` means that the role, or the requirement to set up two-factor sign-in, has changed. */
export type SessionState = 'same' | 'changed' | 'ended'

interface Options {
  stream: EventStream
  viewer: Viewer
  checkSession: () => Promise<SessionState>
}

export class Listener {
  readonly stream: EventStream
  readonly viewer: Viewer
  readonly #checkSession: () => Promise<SessionState>
  /** The steps run in sequence so that no event is sent while a session check is pending. */
  #queue: Promise<void> = Promise.resolve()
  #position: bigint | null = null

  constructor({ stream, viewer, checkSession }: Options) {
    this.stream = stream
    this.viewer = viewer
    this.#checkSession = checkSession
  }

  open(findMissed: () => Promise<ChangesRead>): void {
    this.#enqueue(async () => {
      const missed = await findMissed()
      this.stream.send('opened', { userId: this.viewer.personId })
      await this.#deliver(missed)
    })
  }

  notify(read: ChangesRead): void {
    this.#enqueue(() => this.#deliver(read))
  }

  /** Checks the session, and prevents proxies from closing an idle connection. */
  beat(): void {
    this.#enqueue(async () => {
      // The stream stays open while the database is unavailable.
      this.#endUnlessSame(await this.#checkSession().catch(() => 'same' as const))
      this.stream.send('alive', {}, this.#id())
    })
  }

  /** After a failure, the browser reconnects and continues after the last event. */
  #enqueue(act: () => Promise<void>) {
    this.#queue = this.#queue
      .then(() => (this.stream.isOpen ? act() : undefined))
      .catch(() => this.stream.end())
  }

  async #deliver({ changes, next }: ChangesRead) {
    // A stream's first read can already include the changes from a poll that is in progress.
    if (changes !== null && this.#position !== null && next <= this.#position) return
    const visible = changes?.filter((change) => maySee(this.viewer, change)) ?? null
    const isAccessInDoubt =
      visible === null || visible.some((change) => isAboutAccess(this.viewer, change))
    const state = isAccessInDoubt ? await this.#checkSession() : 'same'
    this.#position = next
    if (state !== 'ended') this.#send(visible)
    this.#endUnlessSame(state)
  }

  #send(changes: ChangesRead['changes']) {
    if (changes === null) return this.stream.send('everything', {}, this.#id())
    const events = new Map(
      changes.map(toEventData).map((data) => [`${data.topic} ${data.id}`, data]),
    )
    let left = events.size
    // Only the last event has an id. If the connection breaks before it arrives, the browser gets all of these events
    // again.
    for (const data of events.values())
      this.stream.send('changed', data, (left -= 1) === 0 ? this.#id() : undefined)
  }

  #endUnlessSame(state: SessionState) {
    if (state === 'ended') this.stream.send('ended', {})
    // A different role can see different changes, so the browser has to reconnect.
    if (state !== 'same') this.stream.end()
  }

  #id = () => this.#position?.toString()
}
