/** Makes commitments for several lenders at once, with idempotency keys, and records each commitment's outcome. */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Person } from '#test/support/builders.ts'
import { readRefusal, type Reply } from '#test/support/caller.ts'

export type Outcome = 'acknowledged' | 'refused' | 'not done' | 'unknown'

export interface Attempt {
  key: string
  lender: Person
  loanId: string
  outcome: Outcome
  id: string | null
  at: number
  answer: string
}

/**
 * The result of a request that gets no response within a minute. Even during a fault, requests must end much sooner.
 */
const noAnswer = 'no answer within a minute'
const answered = (asked: Promise<Reply>): Promise<Reply | string> =>
  Promise.race([asked.catch(String), sleep(60_000, noAnswer, { ref: false })])

const pick = <Item>(items: readonly Item[]): Item => {
  const item = items[Math.floor(Math.random() * items.length)]
  if (item === undefined) throw new Error('Nothing to pick from')
  return item
}

export class Load {
  readonly attempts: Attempt[] = []
  readonly failedReads: string[] = []
  reads = 0
  #isRunning = true
  readonly #clients: Promise<void>[]

  constructor(lenders: readonly Person[], loanIds: readonly string[]) {
    this.#clients = [
      ...lenders.map((lender) => this.#commit(lender, loanIds)),
      ...lenders.slice(0, 2).map((lender) => this.#read(lender, loanIds)),
    ]
  }

  async #commit(lender: Person, loanIds: readonly string[]) {
    while (this.#isRunning) {
      const { key, loanId } = { key: randomUUID(), loanId: pick(loanIds) }
      const attempt: Attempt = {
        key,
        lender,
        loanId,
        outcome: 'unknown',
        id: null,
        at: 0,
        answer: '',
      }
      await send(attempt)
      this.attempts.push(attempt)
      if (attempt.outcome !== 'acknowledged') await sleep(20)
    }
  }

  async #read(lender: Person, loanIds: readonly string[]) {
    const calls = [
      () => lender.send('getCurrentUser'),
      () => lender.send('getLoan', { params: { id: pick(loanIds) } }),
      () => lender.send('listOwnCommitments', { query: { limit: '20' } }),
    ]
    while (this.#isRunning) {
      const reply = await answered(pick(calls)())
      this.reads += 1
      if (typeof reply === 'string') this.failedReads.push(reply)
      else if (reply.status !== 200) this.failedReads.push(`${reply.status} ${reply.text}`)
      await sleep(20)
    }
  }

  acknowledgedSince(at: number): number {
    return this.attempts.filter((each) => each.outcome === 'acknowledged' && each.at > at).length
  }

  get hanging(): string[] {
    const answers = [...this.attempts.map(({ answer }) => answer), ...this.failedReads]
    return answers.filter((answer) => answer === noAnswer)
  }

  count(outcome: Outcome): number {
    return this.attempts.filter((each) => each.outcome === outcome).length
  }

  async stop(): Promise<void> {
    this.#isRunning = false
    await Promise.all(this.#clients)
  }

  async settle(): Promise<number> {
    const unknown = this.attempts.filter(({ outcome }) => outcome === 'unknown')
    const deadline = performance.now() + 60_000
    for (const attempt of unknown)
      for (;;) {
        await send(attempt)
        if (attempt.outcome === 'acknowledged' || attempt.outcome === 'refused') break
        if (performance.now() > deadline) throw new Error('Outcomes stayed unknown for a minute')
        await sleep(50)
      }
    return unknown.length
  }
}

export async function send(attempt: Attempt): Promise<void> {
  const { lender, loanId, key } = attempt
  const reply = await answered(
    lender.send('createCommitment', {
      body: { loanId, percentage: '1' },
      headers: { 'idempotency-key': key },
    }),
  )
  attempt.at = performance.now()
  if (typeof reply === 'string') {
    attempt.outcome = 'unknown'
    attempt.answer = reply
    return
  }
  attempt.outcome = outcomeOf(reply)
  attempt.answer = `${reply.status} ${reply.text.slice(0, 100)}`
  if (attempt.outcome === 'acknowledged') attempt.id = JSON.parse(reply.text).id
}

function outcomeOf(reply: Reply): Outcome {
  if (reply.status === 201) return 'acknowledged'
  if (reply.status === 409) return 'refused'
  if (reply.status !== 503) return 'unknown'
  // A 503 from a proxy is an HTML page that says nothing about the app server.
  const isOurs = reply.headers['content-type']?.startsWith('application/json') ?? false
  return isOurs && readRefusal(reply).code !== 'outcome_unknown' ? 'not done' : 'unknown'
}
