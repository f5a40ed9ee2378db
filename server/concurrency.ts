/** Lets a few pieces of costly work run at a time; the others wait for their turn, first come first. */

interface Limits {
  atOnce: number
  /** Where this is given, whoever comes when so many wait, or waits too long, is turned away. */
  patience?: { mostWaiting: number; longestWaitMs: number; refusal: () => Error }
}

/** Gives what runs a piece of work in its turn. */
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
      // The turn passes on, so the number of those running stays the same.
      if (next) next()
      else running -= 1
    }
  }
}
