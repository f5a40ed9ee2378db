import { setTimeout as sleep } from 'node:timers/promises'
import type { EndpointName } from '#contract/endpoints.ts'
import type { Upload } from '#contract/documents/shapes.ts'
import { isRefusal, type LooseInput, type Reply } from '#test/support/caller.ts'
import { putBytes } from '#test/support/uploading.ts'
import type { Outcome } from './ledger.ts'
import type { Person, ProductCopy } from './copy.ts'

export interface Answer {
  outcome: Outcome
  body: unknown
  bytes: Buffer | null
}

/** The timeout in milliseconds. A request that takes longer counts as unanswered. */
const answerLimitMs = 15_000

/** A 503 should arrive within 2 s. The limit is twice as long, because the same machine also generates the load. */
const awayLimitMs = 4_000

export class Tally {
  readonly counts: Record<Outcome, number> = {
    acknowledged: 0,
    refused: 0,
    away: 0,
    unknown: 0,
    unsent: 0,
  }
  /** How many requests of each call were acknowledged. */
  readonly acts = new Map<string, number>()
  slowestAwayMs: number | null = null
  readonly broken: string[] = []
  readonly #underWay = new Map<symbol, number>()
  #mustSucceed: ReadonlySet<symbol> = new Set()
  #awaitedSince = 0
  #steadySince: number | null = null

  /** Requires a response to each pending request sent at least this long ago. The server must have received it. */
  holdToRequestsUnderWay(sentForMs: number): number {
    const ids = [...this.#underWay].filter(([, at]) => performance.now() - at > sentForMs)
    this.#mustSucceed = new Set(ids.map(([id]) => id))
    return this.#mustSucceed.size
  }

  /** Ignores outcomes before `since` when computing `steadySince`. */
  awaitReturn(since: number): void {
    this.#awaitedSince = since
    if (this.#steadySince !== null && this.#steadySince < since) this.#steadySince = null
  }

  /** The time of the first successful request since the last failure, or null if there is none. */
  get steadySince() {
    return this.#steadySince
  }

  async take(what: string, send: () => Promise<Reply>): Promise<Answer> {
    const id = Symbol(what)
    const startedAt = performance.now()
    this.#underWay.set(id, startedAt)
    const result = await withinLimit(send())
    this.#underWay.delete(id)
    const answer = typeof result === 'string' ? this.#broken(what, result) : judge(result)
    if (typeof result !== 'string') this.#check(what, result, performance.now() - startedAt)
    if (this.#mustSucceed.has(id) && ['unknown', 'away'].includes(answer.outcome))
      this.broken.push(`${what} was in flight at SIGTERM, and got no response`)
    this.counts[answer.outcome] += 1
    if (answer.outcome === 'acknowledged') this.acts.set(what, (this.acts.get(what) ?? 0) + 1)
    this.#note(answer.outcome)
    return answer
  }

  #broken(what: string, code: string): Answer {
    if (code === 'no answer')
      this.broken.push(`${what} got no response within ${answerLimitMs / 1000} s`)
    return { outcome: code === 'ECONNREFUSED' ? 'unsent' : 'unknown', body: null, bytes: null }
  }

  #check(what: string, { status, headers, text }: Reply, tookMs: number) {
    const told = `${what} answered ${status}: ${text.slice(0, 160)}`
    if (status === 503) {
      this.slowestAwayMs = Math.max(this.slowestAwayMs ?? 0, tookMs)
      if (tookMs > awayLimitMs)
        this.broken.push(`${what} answered 503 after ${(tookMs / 1000).toFixed(1)} s`)
      if (!(Number(headers['retry-after']) > 0)) this.broken.push(`${told}, without Retry-After`)
    }
    // The load requests only actions that are allowed or were allowed until recently, so any other error is unexpected.
    else if (status >= 300 && status !== 409) this.broken.push(told)
  }

  #note(outcome: Outcome) {
    const now = performance.now()
    if (outcome === 'refused' || now < this.#awaitedSince) return
    if (outcome !== 'acknowledged') this.#steadySince = null
    else this.#steadySince ??= now
  }
}

/** Returns the response, or a string that says why there is none. */
async function withinLimit(sent: Promise<Reply>): Promise<Reply | string> {
  const timer = new AbortController()
  const limit = sleep(answerLimitMs, 'no answer', { signal: timer.signal })
  try {
    return await Promise.race([sent, limit])
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : String(error)
  } finally {
    timer.abort()
    sent.catch(() => {})
    limit.catch(() => {})
  }
}

function judge({ status, text, bytes, headers }: Reply): Answer {
  const isJson = /json/.test(headers['content-type'] ?? '')
  const body: unknown = isJson ? JSON.parse(text) : null
  if (status < 300) return { outcome: 'acknowledged', body, bytes }
  if (status === 503 && isRefusal(body))
    return {
      outcome: body.code === 'outcome_unknown' ? 'unknown' : 'away',
      body: null,
      bytes: null,
    }
  return { outcome: status < 500 ? 'refused' : 'unknown', body: null, bytes: null }
}

export const ask = (
  { copy, tally }: { copy: ProductCopy; tally: Tally },
  person: Person,
  name: EndpointName,
  input: LooseInput = {},
): Promise<Answer> =>
  tally.take(name, async () => {
    const caller = copy.callerOf(person)
    const reply = await caller.send(name, input)
    // The response may contain a new session id.
    person.cookie = caller.cookie ?? person.cookie
    return reply
  })

export const askForPath = (
  { copy, tally }: { copy: ProductCopy; tally: Tally },
  person: Person,
  path: string,
): Promise<Answer> => tally.take(path, () => copy.callerOf(person).request('GET', path))

export const sendBytes = (tally: Tally, upload: Upload, bytes: Buffer): Promise<Answer> =>
  tally.take('receiveUpload', () => putBytes(upload, bytes))
