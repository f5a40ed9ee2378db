/** Shares one result among callers who ask at about the same time. */
import { setTimeout as wait } from 'node:timers/promises'

/** Asks at most once per interval: callers during a running or recent check get its result. */
export function askAtMostEvery<Answer>(
  everyMs: number,
  ask: () => Promise<Answer>,
): () => Promise<Answer> {
  let shared: Promise<Answer> | null = null
  return () => {
    if (shared) return shared
    const answer = ask()
    shared = answer
    const isOld = wait(everyMs, undefined, { ref: false })
    void Promise.allSettled([answer, isOld]).then(() => (shared = null))
    return answer
  }
}
