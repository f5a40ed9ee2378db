import { setTimeout as sleep } from 'node:timers/promises'
import type { Commitment } from '#contract/book/commitments.ts'
import { expect } from 'vitest'
import { readJson, type Caller, type Reply } from './caller.ts'

interface Attempt {
  key: string
  body: { loanId: string; percentage: string; isSoftCommit: 'true' | 'false' }
  id: string | null
}

export interface CommitStream {
  lender: Caller
  attempts: Attempt[]
  postponed: Reply[]
  /**
   * Stops the stream after its last attempt gets a response. The attempt is retried with the same key until it gets a
   * response.
   */
  finish: () => Promise<void>
}

let keys = 0

/**
 * Makes commitments of 1% one after another. A request that gets 503 or loses its connection is retried with the same
 * key. `finish` fails after any response except 201, 409, and 503.
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
  // `finish` reports the error. Without this handler, the error would crash the test process first.
  running.catch(() => {})
  return stream
}

/** Expects each stream's lender to hold every acknowledged commitment exactly once, and no other commitments. */
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
