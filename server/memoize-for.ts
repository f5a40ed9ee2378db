import { setTimeout as sleep } from 'node:timers/promises'

/** Calls `ask` at most once per `ms`. Callers during a running or recent call share its result. */
export function memoizeFor<Result>(ms: number, ask: () => Promise<Result>): () => Promise<Result> {
  let shared: Promise<Result> | null = null
  return () => {
    if (shared) return shared
    const result = ask()
    shared = result
    const isOld = sleep(ms, undefined, { ref: false })
    void Promise.allSettled([result, isOld]).then(() => (shared = null))
    return result
  }
}
