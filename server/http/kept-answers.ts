/**
 * Keeps answers that are the same for everybody who may read them, such as the list of loans: it is read
 * from the database, written as JSON and compressed once, for all who ask within a second (decision 20).
 *
 * A kept answer is given for a second at most. A change that this process makes has it made anew at once,
 * unless making answers takes too much of this process's time; those who made a change themselves, here or
 * in another process, always get what was read after it.
 */
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
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
}

interface Made {
  answer: Promise<KeptAnswer>
  startedAt: number
  /** How many changes this process had made when it was started. */
  changes: number
  bytes: number
}

interface Limits {
  /** Milliseconds. */
  longestKept: number
  /** Bytes of all answers, uncompressed. */
  mostBytes: number
  /** Milliseconds of making answers anew that are saved up, and that each second adds. */
  budget: { most: number; perSecond: number }
}

const ourLimits: Limits = {
  longestKept: 1_000,
  mostBytes: 64 * 1024 * 1024,
  budget: { most: 1_000, perSecond: 400 },
}

/** Bytes below which an answer isn't compressed, as `compression.ts` has it. */
export const leastPacked = 1024

export class KeptAnswers {
  readonly #limits: Limits
  readonly #now: () => number
  /** In the order of their last use. */
  readonly #made = new Map<string, Made>()
  #bytes = 0
  #changes = 0
  #budget: number
  #budgetAt: number

  constructor(limits: Limits = ourLimits, now: () => number = () => performance.now()) {
    this.#limits = limits
    this.#now = now
    this.#budget = limits.budget.most
    this.#budgetAt = now()
  }

  /** Called when something was changed, before whoever changed it is answered. */
  forget(): void {
    this.#changes += 1
  }

  /**
   * The answer under this key, made by `make` unless one is kept. `needsOwnWrites`: the caller has changed
   * something lately, perhaps in another process.
   */
  async get(
    key: string,
    needsOwnWrites: boolean,
    make: () => Promise<{ value: unknown; link: string | undefined }>,
  ): Promise<KeptAnswer> {
    const kept = this.#made.get(key)
    if (kept && !needsOwnWrites && this.#isGood(kept)) {
      this.#made.delete(key)
      this.#made.set(key, kept)
      return kept.answer
    }
    const made: Made = {
      answer: this.#make(make),
      startedAt: this.#now(),
      changes: this.#changes,
      bytes: 0,
    }
    this.#drop(key)
    this.#made.set(key, made)
    try {
      const answer = await made.answer
      if (this.#made.get(key) === made) this.#weigh(made, answer.json.length)
      return answer
    } catch (error) {
      if (this.#made.get(key) === made) this.#drop(key)
      throw error
    }
  }

  #isGood({ startedAt, changes }: Made) {
    if (this.#now() - startedAt > this.#limits.longestKept) return false
    return changes === this.#changes || this.#isBudgetSpent()
  }

  /** Whether so much time went into making answers that others' changes have to wait for their second. */
  #isBudgetSpent() {
    const { most, perSecond } = this.#limits.budget
    const now = this.#now()
    this.#budget = Math.min(most, this.#budget + ((now - this.#budgetAt) / 1_000) * perSecond)
    this.#budgetAt = now
    return this.#budget <= 0
  }

  async #make(make: () => Promise<{ value: unknown; link: string | undefined }>) {
    const startedAt = this.#now()
    const { value, link } = await make()
    const answer = toKeptAnswer(value, link)
    this.#budget -= this.#now() - startedAt
    return answer
  }

  #weigh(made: Made, bytes: number) {
    made.bytes = bytes
    this.#bytes += bytes
    for (const [key] of this.#made) {
      if (this.#bytes <= this.#limits.mostBytes) return
      this.#drop(key)
    }
  }

  #drop(key: string) {
    this.#bytes -= this.#made.get(key)?.bytes ?? 0
    this.#made.delete(key)
  }
}

/** An answer's bytes and tag, and its compressed forms, each made when it is first asked for. */
export function toKeptAnswer(value: unknown, link: string | undefined): KeptAnswer {
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
