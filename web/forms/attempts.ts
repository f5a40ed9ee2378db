import { ApiError } from '#web/api/client.ts'
import { randomId } from '#web/api/random-id.ts'
import { useState } from 'react'

type KeyHeader = { 'idempotency-key': string }

/**
 * Manages idempotency keys by request body. While the outcome of a request is unknown, a retry with the same body
 * reuses its key so that a retry or a double click takes effect only once.
 */
export function keyedAttempts(newKey: () => string = randomId) {
  const undecided = new Map<string, { key: string; isInDoubt: boolean }>()
  return {
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
    /**
     * Returns 'same' if this body was sent and its outcome is unknown, 'another' if a different body was sent and its
     * outcome is unknown, and null otherwise.
     */
    doubtAbout: (body: object): 'same' | 'another' | null => {
      if (undecided.get(JSON.stringify(body))?.isInDoubt) return 'same'
      return [...undecided.values()].some(({ isInDoubt }) => isInDoubt) ? 'another' : null
    },
  }
}

/**
 * Returns true if an error is the final result of an attempt. If the result of an earlier request is unknown, only an
 * error that the server returns after looking up the key is final. If not, any error below 500 is final.
 */
const isDecided = (error: unknown, { isInDoubt }: { isInDoubt: boolean }) =>
  error instanceof ApiError &&
  (isInDoubt ? statusesAfterKey.includes(error.status) : error.status < 500)
const statusesAfterKey = [404, 409]

/**
 * The attempts of one form or dialog. They change only during a mutation, which causes a render, so no other state is
 * needed.
 */
export const useAttempts = () => useState(() => keyedAttempts())[0]
