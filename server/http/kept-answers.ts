/**
 * Keeps answers that are the same for everybody who may read them, such as the list of loans: it is read
 * from the database, written as JSON and compressed once, for all who ask within a second (decision 20).
 *
 * A kept answer is given for a second at most. Once this process has heard of a change, it is made anew,
 * unless changes come so fast that this would take too much of the process's time. Those who made a change
 * themselves lately, here or in another process, and those who were told of one, only get what was read
 * after it.
 * However many ask, an answer is made once at a time: those who come too late for the one that is being
 * made share the next.
 */
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { longestKeptMs } from '#contract/kept-answers.ts'
import type { Coding } from './codings.ts'

/** An answer as it is sent. */
export interface KeptAnswer {
  json: Buffer
  /** Weak, because it stands for every coding. */
  etag: string
  /** The Link header: where the next page is. */
  link: string | undefined
  /** The same bytes in a coding; null when they are too few to be worth it. */
  packed: (coding: Coding) => Promise<Buffer> | null
  /** Those in which it was asked for. */
  codings: () => Coding[]
}

/** What an answer is made of: what the handler gave, and the next page that it named. */
export interface Content {
  value: unknown
  link: string | undefined
}

interface Made {
  answer: Promise<KeptAnswer>
  startedAt: number
  /** How many changes this process had heard of when it was started. */
  changes: number
}

interface Entry {
  /** The last one made. */
  made: Made | null
  /** The one that is being made. */
  making: Made | null
  /** The one after that, for those who came too late. */
  next: Promise<KeptAnswer> | null
  bytes: number
}

export const keptAnswerLimits = {
  keptMs: longestKeptMs,
  /** Bytes of all kept answers, uncompressed, with what is kept beside each. */
  keptBytes: 64 * 1024 * 1024,
  /** Time for making answers anew because of others' changes: saved up at most, and added each second. */
  remakingMs: 100,
  remakingMsPerSecond: 50,
}

type Limits = typeof keptAnswerLimits

/** Bytes below which an answer isn't compressed, as `compression.ts` has it. */
export const leastPacked = 1024

/**
 * About what an answer takes beside its bytes: its key, its tag, and the objects around them. Without it,
 * searches that find nothing would be kept without end.
 */
const overheadOf = (key: string) => 2_048 + 2 * key.length

export class KeptAnswers {
  readonly #limits: Limits
  readonly #now: () => number
  /** In the order of their last use. */
  readonly #entries = new Map<string, Entry>()
  #bytes = 0
  #changes = 0
  #budget: number
  #budgetAt: number

  constructor(limits: Limits = keptAnswerLimits, now: () => number = () => performance.now()) {
    this.#limits = limits
    this.#now = now
    this.#budget = limits.remakingMs
    this.#budgetAt = now()
  }

  /** How many answers are kept or being made. */
  get size(): number {
    return this.#entries.size
  }

  /** Called when something was changed, before anybody is told of it. */
  forget(): void {
    this.#changes += 1
  }

  /**
   * The answer under this key, made by `make` unless one is kept whose making started at `notBefore` or
   * later, by `performance.now()`.
   */
  get(key: string, notBefore: number, make: () => Promise<Content>): Promise<KeptAnswer> {
    const entry = this.#use(key)
    for (const made of [entry.made, entry.making])
      if (made && made.startedAt >= notBefore && this.#isGood(made)) return made.answer
    if (!entry.making) return this.#start(key, entry, make)
    return (entry.next ??= this.#startAfter(key, entry, entry.making, make))
  }

  #use(key: string): Entry {
    const entry = this.#entries.get(key) ?? { made: null, making: null, next: null, bytes: 0 }
    this.#entries.delete(key)
    this.#entries.set(key, entry)
    return entry
  }

  #isGood({ startedAt, changes }: Made) {
    if (this.#now() - startedAt > this.#limits.keptMs) return false
    return changes === this.#changes || this.#isBudgetSpent()
  }

  #isBudgetSpent() {
    const { remakingMs, remakingMsPerSecond } = this.#limits
    const now = this.#now()
    const added = ((now - this.#budgetAt) / 1_000) * remakingMsPerSecond
    this.#budget = Math.min(remakingMs, this.#budget + added)
    this.#budgetAt = now
    return this.#budget <= 0
  }

  async #startAfter(key: string, entry: Entry, making: Made, make: () => Promise<Content>) {
    await making.answer.catch(() => {})
    entry.next = null
    return this.#start(key, entry, make)
  }

  #start(key: string, entry: Entry, make: () => Promise<Content>): Promise<KeptAnswer> {
    const startedAt = this.#now()
    const answer = this.#make(key, entry, make, startedAt)
    entry.making = { answer, startedAt, changes: this.#changes }
    return answer
  }

  async #make(key: string, entry: Entry, make: () => Promise<Content>, startedAt: number) {
    try {
      const answer = toKeptAnswer(await make())
      // Until it is compressed, whoever may have the one before has that, and doesn't wait.
      const before = await entry.made?.answer
      for (const coding of before?.codings() ?? []) await answer.packed(coding)
      this.#budget -= this.#now() - startedAt
      this.#weigh(key, entry, answer.json.length + overheadOf(key))
      entry.made = entry.making
      return answer
    } finally {
      entry.making = null
      this.#dropUnmade(key, entry)
    }
  }

  /** Keeps nothing of what was refused, such as a page whose cursor is not one. */
  #dropUnmade(key: string, entry: Entry) {
    if (!entry.made && !entry.next && this.#entries.get(key) === entry) this.#entries.delete(key)
  }

  /** Takes note of an answer's bytes; those not used for the longest time make room. */
  #weigh(key: string, entry: Entry, bytes: number) {
    if (this.#entries.get(key) !== entry) return
    this.#bytes += bytes - entry.bytes
    entry.bytes = bytes
    for (const [old, { bytes: freed, making }] of this.#entries) {
      if (this.#bytes <= this.#limits.keptBytes) return
      if (making && old !== key) continue
      this.#bytes -= freed
      this.#entries.delete(old)
    }
  }
}

/** An answer's bytes and tag, and its compressed forms, each made when it is first asked for. */
export function toKeptAnswer({ value, link }: Content): KeptAnswer {
  const json = Buffer.from(JSON.stringify(value))
  const forms = new Map<Coding, Promise<Buffer>>()
  return {
    json,
    etag: entityTagOf(json),
    link,
    packed(coding) {
      if (json.length < leastPacked) return null
      const form = forms.get(coding) ?? pack[coding](json)
      forms.set(coding, form)
      return form
    },
    codings: () => [...forms.keys()],
  }
}

/** A weak tag: two answers with one tag say the same, whatever their coding. */
export const entityTagOf = (json: string | Buffer) =>
  `W/"${createHash('sha256').update(json).digest('base64url').slice(0, 22)}"`

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)
const pack: Record<Coding, (bytes: Buffer) => Promise<Buffer>> = {
  br: (bytes) => brotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: (bytes) => zip(bytes, { level: 4 }),
}
