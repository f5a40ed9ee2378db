/** A listener: a stream, whose it is, and what it has yet to be told. */
import type { WrittenChange } from '#server/live/reader.ts'
import { describeChange, isAboutAccess, mayBeTold, type Sight } from './visibility.ts'
import type { EventStream } from './stream.ts'

/** More changes at once than these are told as one: everything. */
const mostAtOnce = 500

/** What a look at the session found: `changed` means another role, or other duties. */
export type SessionState = 'same' | 'changed' | 'ended'

interface Options {
  stream: EventStream
  sight: Sight
  /** Where the browser goes on, once it has been told everything up to now. */
  position: () => string
  checkSession: () => Promise<SessionState>
}

export class Listener {
  readonly stream: EventStream
  readonly sight: Sight
  readonly #position: () => string
  readonly #checkSession: () => Promise<SessionState>
  #waiting: WrittenChange[] = []
  /** What is missing before the waiting changes may be sent: what was missed earlier, or a check. */
  #holds = 0
  #checks: Promise<void> = Promise.resolve()

  constructor({ stream, sight, position, checkSession }: Options) {
    this.stream = stream
    this.sight = sight
    this.#position = position
    this.#checkSession = checkSession
  }

  /** Tells it of changes, after a look at the session if they are about its own access. */
  tell(changes: readonly WrittenChange[]): void {
    const told = changes.filter((change) => mayBeTold(this.sight, change))
    if (told.length === 0) return
    this.#waiting.push(...told)
    if (told.some((change) => isAboutAccess(this.sight, change))) this.#checkBeforeSending()
    this.#send()
  }

  /**
   * Sends what it missed before it was told of anything; null is unknown. What it is told meanwhile
   * comes after.
   */
  async open(findMissed: () => Promise<readonly WrittenChange[] | null>): Promise<void> {
    this.#holds += 1
    const missed = await findMissed()
    this.#holds -= 1
    // A look at the session meanwhile may have ended it.
    if (!this.stream.isOpen) return
    this.#waiting.unshift(...(missed ?? []).filter((change) => mayBeTold(this.sight, change)))
    const isAll = missed !== null && this.#waiting.length === 0
    this.stream.send('opened', { userId: this.sight.personId }, isAll ? this.#reached() : undefined)
    if (missed === null) this.stream.send('everything', {}, this.#reached())
    this.#send()
  }

  /** Looks at the session, as once a minute. */
  async checkByTheMinute(): Promise<void> {
    // Without the database nothing changes that could be told; the next look is in a minute.
    const state = await this.#checkSession().catch(() => 'same' as const)
    this.#heed(state)
    this.stream.send('alive', {}, this.#reached())
  }

  sendHeartbeat(): void {
    this.stream.sendHeartbeat(this.#reached())
  }

  /** Where to go on, unless something before that waits to be sent. */
  #reached(): string | undefined {
    return this.#holds === 0 ? this.#position() : undefined
  }

  /** One after the other, so that the last look has seen every change that waits for it. */
  #checkBeforeSending() {
    this.#holds += 1
    this.#checks = this.#checkAfter(this.#checks)
  }

  async #checkAfter(others: Promise<void>) {
    await others
    try {
      const state = await this.#checkSession()
      this.#holds -= 1
      this.#heed(state)
    } catch {
      // The browser comes again, goes on where it was, and meets the guard.
      this.stream.end()
    }
  }

  #heed(state: SessionState) {
    if (state === 'ended') {
      this.#waiting = []
      this.stream.send('ended', {})
    } else this.#send()
    // With another role, other things may be seen: the next stream goes by it.
    if (state !== 'same') this.stream.end()
  }

  #send() {
    if (this.#holds > 0 || this.#waiting.length === 0) return
    const events = new Map(
      this.#waiting.map((change) => {
        const data = describeChange(change)
        return [JSON.stringify(data), data]
      }),
    )
    this.#waiting = []
    if (events.size > mostAtOnce) return this.stream.send('everything', {}, this.#position())
    const last = [...events.keys()].at(-1)
    // After a break in between, all of them come again.
    for (const [key, data] of events)
      this.stream.send('changed', data, key === last ? this.#position() : undefined)
  }
}
