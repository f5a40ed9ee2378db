import { request, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { EventData, EventName } from '#contract/live/calls.ts'
import type { Topic } from '#contract/live/topics.ts'
import type { Caller } from './caller.ts'

interface ReceivedEvent {
  name: EventName
  data: { topic?: Topic; id?: string; userId?: string }
}

export interface EventReader {
  status: number
  headers: IncomingHttpHeaders
  text: () => string
  events: () => ReceivedEvent[]
  /** The topics and ids of the changes received so far, such as "book 6f1d…" or "stats". */
  changes: () => string[]
  /** The id of the last event received, which a browser sends when it reconnects. */
  lastId: () => string
  hasEnded: () => boolean
  close: () => void
  pause: () => void
}

/** Resolves when the response headers arrive. */
export async function openEvents(
  { address, cookie }: Pick<Caller, 'address' | 'cookie'>,
  { query = '', headers = {} }: { query?: string; headers?: Record<string, string> } = {},
): Promise<EventReader> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    request(`${address}/api/events${query}`, {
      agent: false,
      headers: { accept: 'text/event-stream', ...(cookie !== null && { cookie }), ...headers },
    })
      .on('response', resolve)
      .on('error', reject)
      .end()
  })
  let text = ''
  let hasEnded = false
  response.setEncoding('utf8').on('data', (part: string) => (text += part))
  response.on('end', () => (hasEnded = true)).on('error', () => {})
  const events = () => readEvents(text)
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    text: () => text,
    events,
    changes: () =>
      events()
        .filter(({ name }) => name === 'changed')
        .map(({ data }) => [data.topic, data.id].filter(Boolean).join(' ')),
    lastId: () => [...text.matchAll(/^id: (.*)$/gm)].at(-1)?.[1] ?? '',
    hasEnded: () => hasEnded,
    close: () => response.destroy(),
    pause: () => response.pause(),
  }
}

export async function followEvents(as: Pick<Caller, 'address' | 'cookie'>): Promise<EventReader> {
  const stream = await openEvents(as)
  while (!stream.events().some(({ name }) => name === 'everything')) await sleep(20)
  return stream
}

function readEvents(text: string): ReceivedEvent[] {
  return text
    .split('\n\n')
    .slice(0, -1)
    .flatMap((block) => {
      const fieldOf = (field: string) => new RegExp(`^${field}: (.*)$`, 'm').exec(block)?.[1]
      const [name, data] = [fieldOf('event'), fieldOf('data')]
      if (name === undefined || data === undefined) return []
      // The server sends only events defined in the contract, with the matching data.
      return [{ name: name as EventName, data: JSON.parse(data) as EventData[EventName] }]
    })
}
