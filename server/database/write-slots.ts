/**
 * Limits the number of connections that changes use at the same time. The pool's other connections are reserved for
 * reads.
 */

export class WriteSlotsBusyError extends Error {
  override name = 'WriteSlotsBusyError'
  readonly code = 'WRITE_SLOTS_BUSY'
  constructor() {
    super('Too many changes wait for a connection')
  }
}

interface Waiting {
  start: () => void
  refuse: (error: Error) => void
}

export class WriteSlots {
  #free: number
  readonly #queueTimeoutMs: number
  readonly #waiting: Waiting[] = []

  constructor(count: number, queueTimeoutMs: number) {
    this.#free = count
    this.#queueTimeoutMs = queueTimeoutMs
  }

  /** Waits for a slot. The caller must release it with `leave`. */
  async enter(): Promise<void> {
    if (this.#free > 0) {
      this.#free -= 1
      return
    }
    await new Promise<void>((resolve, reject) => {
      const stopWaiting = () => {
        clearTimeout(timer)
        this.#waiting.splice(this.#waiting.indexOf(waiting), 1)
      }
      const waiting: Waiting = {
        start: () => {
          stopWaiting()
          resolve()
        },
        refuse: (error) => {
          stopWaiting()
          reject(error)
        },
      }
      const timer = setTimeout(
        () => waiting.refuse(new WriteSlotsBusyError()),
        this.#queueTimeoutMs,
      )
      this.#waiting.push(waiting)
    })
  }

  leave(): void {
    const [next] = this.#waiting
    // The next caller takes over the slot, so the number of used slots stays the same.
    if (next) next.start()
    else this.#free += 1
  }

  refuseWaiting(error: Error): void {
    for (const { refuse } of [...this.#waiting]) refuse(error)
  }
}
