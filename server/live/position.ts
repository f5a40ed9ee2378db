/**
 * How far the table of changes has been read. Ids are assigned when rows are inserted, and rows appear
 * when they are committed: below the greatest id that was seen, some may still be missing.
 */

/** Everything up to `last` was seen, except what is `missing`. */
export interface Position {
  last: number
  missing: readonly number[]
}

/** So many missing ids are written out; beyond, the position goes back to the first of them. */
const mostWritten = 50

/** "1234", or "1234~1228.1231" with the ids that are missing. It means the same to every process. */
export function writePosition({ last, missing }: Position): string {
  const first = missing[0]
  if (first === undefined) return String(last)
  return missing.length > mostWritten ? String(first - 1) : `${last}~${missing.join('.')}`
}

/** Null for what `writePosition` didn't write. */
export function readPosition(text: string): Position | null {
  if (!/^\d{1,15}(?:~\d{1,15}(?:\.\d{1,15}){0,49})?$/.test(text)) return null
  const [last = '', missing] = text.split('~')
  return { last: Number(last), missing: missing?.split('.').map(Number) ?? [] }
}

/**
 * How long a missing id is waited for, at least. A transaction takes its id of a change a moment before it
 * appears in snapshots; all of these have ended by then, unless a commit waits for a standby.
 */
export const missingForMs = 60_000

/** A process that has died may leave many; more than these are not asked for. */
const mostMissing = 10_000

/** A moment, by our clock in milliseconds and in PostgreSQL's order of transactions. */
export interface Moment {
  ms: number
  /** Every transaction below this number has ended: `pg_snapshot_xmin`. */
  endedBelow: bigint
  /** No transaction has begun to write with this number or a greater one: `pg_snapshot_xmax`. */
  begunBelow: bigint
}

/** Which ids have been seen, and which not yet. */
export class SeenIds {
  #last: number
  /** When each was noticed to be missing; in the order of their ids. */
  readonly #missing = new Map<number, Moment>()

  constructor(last: number) {
    this.#last = last
  }

  get position(): Position {
    return { last: this.#last, missing: [...this.#missing.keys()] }
  }

  /** Marks ids, in ascending order, as seen; returns those that were not. */
  take(ids: readonly number[], now: Moment): number[] {
    return ids.filter((id) => {
      if (id <= this.#last) return this.#missing.delete(id)
      for (let next = Math.max(this.#last + 1, id - mostMissing); next < id; next += 1)
        this.#missing.set(next, now)
      this.#last = id
      return true
    })
  }

  /** Stops waiting for ids that were asked for just now, and whose transactions were rolled back. */
  giveUp(now: Moment): void {
    for (const [id, since] of this.#missing)
      if (now.ms - since.ms >= missingForMs && now.endedBelow >= since.begunBelow)
        this.#missing.delete(id)
    for (const id of [...this.#missing.keys()]) {
      if (this.#missing.size <= mostMissing) break
      this.#missing.delete(id)
    }
  }
}
