/** Limits the number of costly operations that run at the same time. All others wait in a first-in, first-out queue. */

interface Limits {
  concurrency: number
  /** If set, an operation is rejected when this many are already waiting, or after the timeout. */
  queue?: { maxWaiting: number; timeoutMs: number; refusal: () => Error }
}

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
      // The next operation takes over the slot, so the number of used slots stays the same.
      if (next) next()
      else running -= 1
    }
  }
}
