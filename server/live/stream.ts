/** One open stream of events, as `text/event-stream` prescribes. */
import type { ServerResponse } from 'node:http'
import type { EventData, EventName } from '#contract/live/calls.ts'

/** A browser that doesn't read is cut off beyond this many bytes. It connects again, and catches up. */
const maxUnreadBytes = 256 * 1024

export class EventStream {
  readonly #raw: ServerResponse

  constructor(raw: ServerResponse, onClose: () => void) {
    this.#raw = raw
    raw.once('close', onClose)
  }

  get isOpen(): boolean {
    return !this.#raw.writableEnded && !this.#raw.destroyed
  }

  /** Sends an event; after a break, the browser goes on at the last `id`. */
  send<Name extends EventName>(name: Name, data: EventData[Name], id?: string): void {
    const lines = [...(id === undefined ? [] : [`id: ${id}`]), `event: ${name}`]
    this.#write(`${lines.join('\n')}\ndata: ${JSON.stringify(data)}\n\n`)
  }

  /** How long the browser waits before it connects again, whenever the stream breaks. */
  sendRetry(afterMs: number): void {
    this.#write(`retry: ${Math.round(afterMs)}\n\n`)
  }

  end(): void {
    if (this.isOpen) this.#raw.end()
  }

  #write(text: string) {
    if (!this.isOpen) return
    this.#raw.write(text)
    if (this.#raw.writableLength > maxUnreadBytes) this.#raw.destroy()
  }
}
