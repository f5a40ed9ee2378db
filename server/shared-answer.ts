/** One question for all who want to know the same at about the same time. */
import { setTimeout as wait } from 'node:timers/promises'

/** Asks at most once in so long: who comes while a question is under way or new gets its answer. */
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
