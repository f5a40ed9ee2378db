import { ApiError } from '#web/api/client.ts'
import { randomId } from '#web/random-id.ts'
import { useState } from 'react'

type KeyHeader = { 'idempotency-key': string }

/**
 * Attempts to commit, by the body that is sent. While the outcome of one is unknown, the same body has the same
 * Idempotency-Key, so that a retry or a double click commits once.
 */
export function commitAttempts(newKey: () => string = randomId) {
  const undecided = new Map<string, { key: string; isInDoubt: boolean }>()
  return {
    /** Sends a body with its key. */
    send: async <Result>(body: object, request: (headers: KeyHeader) => Promise<Result>) => {
      const text = JSON.stringify(body)
      const attempt = undecided.get(text) ?? { key: newKey(), isInDoubt: false }
      undecided.set(text, attempt)
      try {
        const result = await request({ 'idempotency-key': attempt.key })
        undecided.delete(text)
        return result
      } catch (error) {
        if (isDecided(error, attempt)) undecided.delete(text)
        else attempt.isInDoubt = true
        throw error
      }
    },
    /** What sending this body could do again; null while no outcome is unknown. */
    doubtAbout: (body: object): 'same' | 'another' | null => {
      if (undecided.get(JSON.stringify(body))?.isInDoubt) return 'same'
      return [...undecided.values()].some(({ isInDoubt }) => isInDoubt) ? 'another' : null
    },
  }
}

/**
 * Whether an error says what came of an attempt. No answer or a 5xx doesn't: the server or a proxy failed. A
 * refusal does, but after an attempt in doubt only one that comes after its key was looked up.
 */
const isDecided = (error: unknown, { isInDoubt }: { isInDoubt: boolean }) =>
  error instanceof ApiError &&
  (isInDoubt ? statusesAfterKey.includes(error.status) : error.status < 500)
const statusesAfterKey = [404, 409]

const texts = {
  own: {
    same: "We couldn't confirm that your commitment was recorded. Try again; it can't be recorded twice.",
    another:
      'Your last attempt may have gone through. Check your position before committing again.',
  },
  onBehalf: {
    same: "We couldn't confirm that the commitment was recorded. Try again; it can't be recorded twice.",
    another:
      "Your last attempt may have gone through. Check the lender's position before recording another one.",
  },
}

/** The attempts of a dialog to commit, and what to say while the outcome of one is unknown. */
export function useAttempt(whose: keyof typeof texts) {
  // What is known of them changes only while a mutation is under way, which renders the dialog again.
  const [{ send, doubtAbout }] = useState(() => commitAttempts())
  return {
    send,
    doubtAbout: (body: object) => {
      const doubt = doubtAbout(body)
      return {
        /** Whether the body was sent before, and may be part of what is held already. */
        isRepeated: doubt === 'same',
        doubt: doubt && texts[whose][doubt],
      }
    },
  }
}
