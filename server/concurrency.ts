/** Limits how many costly operations run at once; the others wait in a queue, first in, first out. */

interface Limits {
  atOnce: number
  /** If set, refuses work when this many wait already, or when it waits too long. */
  patience?: { mostWaiting: number; longestWaitMs: number; refusal: () => Error }
}

/** Returns a function that runs an operation when it is its turn. */
export function limitConcurrency({ atOnce, patience }: Limits) {
  let running = 0
  const waiting: (() => void)[] = []

  async function takeTurn(): Promise<void> {
    if (running < atOnce) {
      running += 1
      return
    }
    if (patience && waiting.length >= patience.mostWaiting) throw patience.refusal()
    await new Promise<void>((resolve, reject) => {
      let timer: NodeJS.Timeout | undefined
      const start = () => {
        clearTimeout(timer)
        resolve()
      }
      waiting.push(start)
      if (!patience) return
      timer = setTimeout(() => {
        waiting.splice(waiting.indexOf(start), 1)
        reject(patience.refusal())
      }, patience.longestWaitMs)
    })
  }

  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    await takeTurn()
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      // The slot passes to the next one, so the number running stays the same.
      if (next) next()
      else running -= 1
    }
  }
}

/** The same for each key by itself: a function that runs work when it is its turn among that of its key. */
export function limitConcurrencyOfEach(limits: Limits) {
  const keys = new Map<string, { run: ReturnType<typeof limitConcurrency>; users: number }>()
  return async <Result>(key: string, work: () => Promise<Result>): Promise<Result> => {
    const limit = keys.get(key) ?? { run: limitConcurrency(limits), users: 0 }
    keys.set(key, limit)
    limit.users += 1
    try {
      return await limit.run(work)
    } finally {
      limit.users -= 1
      if (limit.users === 0) keys.delete(key)
    }
  }
}
