import { ApiError } from '#web/api/client.ts'
import { randomId } from '#web/api/random-id.ts'
import { useState } from 'react'

type KeyHeader = { 'idempotency-key': string }

/**
 * Attempts to change something, by the body that is sent. While the outcome of one is unknown, the same body has the
 * same Idempotency-Key, so that a retry or a double click changes it once.
 */
export function keyedAttempts(newKey: () => string = randomId) {
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

/** The attempts of a form or dialog. What is known of them changes only while a mutation runs, which renders it again. */
export const useAttempts = () => useState(() => keyedAttempts())[0]
