/** Limits how many costly operations run concurrently; the others wait in a queue, first in, first out. */

interface Limits {
  concurrency: number
  /** If set, work is refused when this many wait already, or when it waits for longer than the timeout. */
  queue?: { maxWaiting: number; timeoutMs: number; refusal: () => Error }
}

/** Returns a function that runs an operation when it is its turn. */
export function limitConcurrency({ concurrency, queue }: Limits) {
  let running = 0
  const waiting: (() => void)[] = []

  async function takeSlot(): Promise<void> {
    if (running < concurrency) {
      running += 1
      return
    }
    if (queue && waiting.length >= queue.maxWaiting) throw queue.refusal()
    await new Promise<void>((resolve, reject) => {
      let timer: NodeJS.Timeout | undefined
      const start = () => {
        clearTimeout(timer)
        resolve()
      }
      waiting.push(start)
      if (!queue) return
      timer = setTimeout(() => {
        waiting.splice(waiting.indexOf(start), 1)
        reject(queue.refusal())
      }, queue.timeoutMs)
    })
  }

  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    await takeSlot()
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
