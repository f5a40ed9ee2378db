/**
 * When this process first saw what each person changed lately, perhaps in another process: what is read
 * from then on contains it.
 */

/** People whose changes are remembered; beyond that, whoever was seen first is forgotten. */
const mostPeople = 10_000

export class SeenWrites {
  readonly #now: () => number
  readonly #seen = new Map<string, { writes: string; at: number }>()

  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  /**
   * By `performance.now()`; 0 for somebody who changed nothing lately. `writes` stands for the changes: it
   * is another text once there are more.
   */
  firstSeen(personId: string, writes: string | null): number {
    if (writes === null) return 0
    const known = this.#seen.get(personId)
    if (known?.writes === writes) return known.at
    const at = this.#now()
    this.#seen.delete(personId)
    this.#seen.set(personId, { writes, at })
    const [oldest] = this.#seen.keys()
    if (this.#seen.size > mostPeople && oldest !== undefined) this.#seen.delete(oldest)
    return at
  }
}
