/**
 * The Idempotency-Key of an attempt to commit. As long as nobody knows whether it succeeded, the
 * same request has the same key, so that trying again, or a double click, commits once.
 */
export function commitAttempts(newKey: () => string = randomKey) {
  let open: { body: string; key: string } | null = null
  return {
    /** The key of a request with this body: a new one unless the very same is still in doubt. */
    keyFor(body: object): string {
      const text = JSON.stringify(body)
      if (open?.body !== text) open = { body: text, key: newKey() }
      return open.key
    },
    /** The server has decided: what is sent next is another attempt, even with the same figures. */
    decided() {
      open = null
    },
  }
}

/** A random text of 128 bits; `crypto.randomUUID` is missing on a plain http address. */
function randomKey(): string {
  if ('randomUUID' in crypto) return crypto.randomUUID()
  const bytes = (crypto as Crypto).getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
