/**
 * The events of `GET /api/events`. They name what changed and contain none of it: a client fetches that
 * again, and each call decides what the person may see.
 */
import * as z from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Topic } from './topics.ts'

/** Each event's name, and what its data holds as JSON. */
export interface EventData {
  /** The stream is open, for this account. The missed events follow. */
  opened: { userId: string }
  /** Something of a topic changed: of one loan or account, if there is an id. */
  changed: { topic: Topic; id?: string }
  /** Anything may have changed. Every stream without `since` begins with it. */
  everything: object
  /** Every 25 seconds, so that neither side takes the connection for dead. */
  alive: object
  /** The session has ended, and with it the stream. */
  ended: object
}
export type EventName = keyof EventData

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
    }),
    example: { query: { since: '1' } },
    response: 'events',
  },
} as const satisfies Record<string, Endpoint>
