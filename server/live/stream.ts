import type { ServerResponse } from 'node:http'
import type { EventData, EventName } from '#contract/live/calls.ts'

/** A browser with more unread bytes than this is disconnected. After it reconnects, it receives the missed changes. */
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

  /** Sends an event. After a disconnect, the browser continues from the last `id`. */
  send<Name extends EventName>(name: Name, data: EventData[Name], id?: string): void {
    const lines = [...(id === undefined ? [] : [`id: ${id}`]), `event: ${name}`]
    this.#write(`${lines.join('\n')}\ndata: ${JSON.stringify(data)}\n\n`)
  }

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
