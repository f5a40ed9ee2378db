/** Random choices that can be reproduced from a seed. */

export class Chance {
  #state: number

  constructor(readonly seed: number) {
    this.#state = seed >>> 0
  }

  /**
   * Returns a number from 0 (inclusive) to 1 (exclusive). It uses the mulberry32 generator, which is random enough
   * here.
   */
  #next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let mixed = this.#state
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  whole(least: number, most: number): number {
    return least + Math.floor(this.#next() * (most - least + 1))
  }

  isTrue(probability: number): boolean {
    return this.#next() < probability
  }

  one<T>(items: readonly T[]): T | undefined {
    return items[this.whole(0, items.length - 1)]
  }

  shuffled<T>(items: readonly T[]): T[] {
    const keyed = items.map((item) => ({ item, place: this.#next() }))
    return keyed.toSorted((a, b) => a.place - b.place).map(({ item }) => item)
  }

  /** A separate random sequence, so that more choices for one user don't change the choices for other users. */
  fork(name: string): Chance {
    let hash = this.seed
    for (const letter of name) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193)
    return new Chance(new Chance(hash).whole(1, 2 ** 31 - 1))
  }
}
