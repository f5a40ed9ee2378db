/**
 * The events of `GET /api/events`. They say that something changed, never what it is now: whoever shows
 * it asks again, and is answered as ever by who may see what.
 */
import * as z from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Topic } from './topics.ts'

/** Each event's name, and what its data holds as JSON. */
export interface EventData {
  /** The stream is open, and whose it is. What was missed follows. */
  opened: { userId: string }
  /** Something of a topic changed: of one loan or account, if there is an id. */
  changed: { topic: Topic; id?: string }
  /** It is unknown what changed: everything shown is to be read anew. */
  everything: object
  /** Once a minute, after the session was checked, so that a browser notices a connection that is dead. */
  alive: object
  /** The session has ended, and with it the stream. */
  ended: object
}
export type EventName = keyof EventData

const wholeNumber = 'Must be a whole number'

/** The row of the table. */
export const liveCalls = {
  streamEvents: {
    method: 'GET',
    path: '/api/events',
    access: 'signedIn',
    summary: 'Stream the topics that change, of those you may see, until the session ends.',
    query: z.object({
      /** The id of the last event that was received; `Last-Event-ID` takes precedence. */
      since: z.optional(z.string('Must be text')),
      /** Without `since`: how many milliseconds ago the caller began to read what it shows. */
      age: z.optional(z.string(wholeNumber).check(z.regex(/^\d{1,9}$/, wholeNumber))),
    }),
    response: 'events',
  },
} as const satisfies Record<string, Endpoint>
