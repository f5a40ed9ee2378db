/** What came in the last minute, for tabs that are opened meanwhile; the server remembers as long. */
import type { ReceivedEvent } from './stream.ts'

const rememberedMs = 60_000

export class Recollection {
  #events: { at: number; event: ReceivedEvent }[] = []
  /** Everything since this time, by `Date.now()`, is added. */
  readonly startedFrom: number

  constructor(startedFrom: number) {
    this.startedFrom = startedFrom
  }

  add(event: ReceivedEvent): void {
    const at = Date.now()
    this.#events = this.#events.filter((each) => at - each.at < rememberedMs)
    this.#events.push({ at, event })
  }

  /** What came since a time; when that is too long ago, that everything is to be read anew. */
  since(from: number): ReceivedEvent[] {
    const completeFrom = Math.max(this.startedFrom, Date.now() - rememberedMs)
    if (from < completeFrom) return [{ name: 'everything', data: {} }]
    return this.#events.filter(({ at }) => at >= from).map(({ event }) => event)
  }
}
