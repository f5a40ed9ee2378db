import { randomId } from '#web/random-id.ts'

/**
 * The Idempotency-Key of an attempt to commit. While its outcome is unknown, the same request has the
 * same key, so that a retry or a double click commits once.
 */
export function commitAttempts(newKey: () => string = randomId) {
  let open: { body: string; key: string } | null = null
  return {
    /** The key for this body: a new one, unless the same request's outcome is still unknown. */
    keyFor(body: object): string {
      const text = JSON.stringify(body)
      if (open?.body !== text) open = { body: text, key: newKey() }
      return open.key
    },
    /** The server gave a definite answer: the next request gets a new key, even with the same figures. */
    decided() {
      open = null
    },
  }
}
