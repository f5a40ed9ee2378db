/** Lenders who commit one share after the other, whatever happens to the desk meanwhile. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Commitment } from '#contract/book/commitments.ts'
import { expect } from 'vitest'
import { readJson, type Caller, type Reply } from './caller.ts'

interface Attempt {
  key: string
  body: { loanId: string; percentage: string; isSoftCommit: 'true' | 'false' }
  /** The answer's id; null while there is none. */
  id: string | null
}

export interface CommitStream {
  /** Another one takes over where the program moved to another port. */
  lender: Caller
  /** Those that were not refused for good. */
  attempts: Attempt[]
  /** All answers that said to try again. */
  postponed: Reply[]
  /** Ends it once its last attempt has its answer, under the same key as often as it takes. */
  finish: () => Promise<void>
}

let keys = 0

/**
 * Starts to commit one percent after the other. What has the answer 503, or lost its connection, is
 * repeated with its key. Any other answer than these, 201 and 409 fails `finish`.
 */
export function startCommitting(lender: Caller, loanIds: string[]): CommitStream {
  const attempts: Attempt[] = []
  const postponed: Reply[] = []
  const finishing = new AbortController()
  let running: Promise<void> = Promise.resolve()
  const stream: CommitStream = {
    lender,
    attempts,
    postponed,
    finish: () => {
      finishing.abort()
      return running
    },
  }
  const repeat = async (attempt: Attempt) => {
    for (;;) {
      const { key, body } = attempt
      const headers = { 'idempotency-key': key }
      const reply = await stream.lender
        .send('createCommitment', { body, headers })
        .catch(() => null)
      if (reply?.status === 201) {
        attempt.id = (readJson(reply) as Commitment).id
        return
      }
      if (reply?.status === 409) {
        attempts.splice(attempts.indexOf(attempt), 1)
        return
      }
      if (reply) expect(reply.status, reply.text).toBe(503)
      if (reply) postponed.push(reply)
      await sleep(25)
    }
  }
  const run = async () => {
    while (!finishing.signal.aborted) {
      const number = (keys += 1)
      const attempt: Attempt = {
        key: `stream-${process.pid}-${number}`,
        body: {
          loanId: loanIds[number % loanIds.length] ?? '',
          percentage: '1',
          isSoftCommit: number % 4 === 0 ? 'false' : 'true',
        },
        id: null,
      }
      attempts.push(attempt)
      await repeat(attempt)
    }
  }
  running = run()
  // Told by `finish`; until then it must not end the tests' process.
  running.catch(() => {})
  return stream
}

/** Each stream's lender holds exactly what was acknowledged, once. */
export async function expectNothingLost(streams: CommitStream[], loanIds: string[]) {
  for (const { lender, attempts } of streams) {
    const held = (await lender.call('listOwnCommitments'))
      .filter((commitment) => loanIds.includes(commitment.loanId))
      .map((commitment) => commitment.id)
    const acknowledged = attempts.flatMap(({ id }) => id ?? [])
    expect(acknowledged.length).toBeGreaterThan(0)
    expect(held.toSorted()).toEqual(acknowledged.toSorted())
  }
}
