/** The share of a pool's connections that changes may use at once; the others are kept for reads. */

/** No connection for changes became free in time; nothing was sent. */
export class WritersBusyError extends Error {
  override name = 'WritersBusyError'
  readonly code = 'WRITERS_BUSY'
  constructor() {
    super('Too many changes wait for a connection')
  }
}

interface Waiting {
  start: () => void
  refuse: (error: Error) => void
}

export class Writers {
  #free: number
  readonly #longestWaitMs: number
  readonly #waiting: Waiting[] = []

  constructor(atOnce: number, longestWaitMs: number) {
    this.#free = atOnce
    this.#longestWaitMs = longestWaitMs
  }

  /** Waits for its turn. Whoever got it must call `leave`. */
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
      const timer = setTimeout(() => waiting.refuse(new WritersBusyError()), this.#longestWaitMs)
      this.#waiting.push(waiting)
    })
  }

  leave(): void {
    const [next] = this.#waiting
    // The turn passes to the next one, so the number of free ones stays the same.
    if (next) next.start()
    else this.#free += 1
  }

  /** Refuses all who wait for their turn. */
  refuseWaiting(error: Error): void {
    for (const { refuse } of [...this.#waiting]) refuse(error)
  }
}
