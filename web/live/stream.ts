/** One connection to the server's events. */
import type { EventData, EventName } from '#contract/live/calls.ts'

export interface ReceivedEvent {
  name: EventName
  data: EventData['opened'] | EventData['changed'] | object
}

/** Where to begin: after an event, or at the age of what is shown. */
export type StartingPoint = { since: string } | { ageMs: number }

interface Options {
  start: StartingPoint
  /** `id` is where another stream goes on after this event. */
  onEvent: (event: ReceivedEvent, id: string) => void
  /** The connection broke; `isFinal` when the browser doesn't try again by itself. */
  onBreak: (isFinal: boolean) => void
}

const names: readonly EventName[] = ['opened', 'changed', 'everything', 'alive', 'ended']

/** Opens a stream; returns what closes it. */
export function openStream({ start, onEvent, onBreak }: Options): () => void {
  const query =
    'since' in start
      ? { since: start.since }
      : { age: String(Math.min(Math.round(start.ageMs), 999_999_999)) }
  const source = new EventSource(`/api/events?${new URLSearchParams(query)}`)
  for (const name of names)
    source.addEventListener(name, ({ data, lastEventId }: MessageEvent<string>) =>
      // The server's own event is typed, not checked.
      onEvent({ name, data: JSON.parse(data) as ReceivedEvent['data'] }, lastEventId),
    )
  source.addEventListener('error', () => onBreak(source.readyState === EventSource.CLOSED))
  return () => source.close()
}
