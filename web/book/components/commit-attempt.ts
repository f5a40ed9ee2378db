/**
 * The Idempotency-Key of an attempt to commit. While its outcome is unknown, the same request has the
 * same key, so that a retry or a double click commits once.
 */
export function commitAttempts(newKey: () => string = randomKey) {
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

/** A random text of 128 bits; `crypto.randomUUID` is missing on plain http. */
function randomKey(): string {
  if ('randomUUID' in crypto) return crypto.randomUUID()
  const bytes = (crypto as Crypto).getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
