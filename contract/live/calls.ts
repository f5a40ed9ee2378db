/**
 * The events of `GET /api/events`. They identify the changed data but don't contain it. Clients then load the data, and
 * each request checks the caller's access.
 */
import * as z from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Topic } from './topics.ts'

export interface EventData {
  /** Sent first, when the stream opens for this account. Events that the client missed follow. */
  opened: { userId: string }
  /** A topic has changed. If `id` is set, the change affects only one loan or account. */
  changed: { topic: Topic; id?: string }
  /** Any data might have changed. This event is the first in each stream opened without `since`. */
  everything: object
  /** Sent every 25 seconds so that neither side considers the connection dead. */
  alive: object
  ended: object
}
export type EventName = keyof EventData

export const liveCalls = {
  streamEvents: {
    method: 'GET',
    path: '/api/events',
    access: 'signedIn',
    summary: 'Stream changes to the topics that you may see, until the session ends.',
    query: z.object({
      /** The id of the last received event. `Last-Event-ID` takes precedence. */
      since: z.optional(z.string('Must be text')),
    }),
    example: { query: { since: '1' } },
    response: 'events',
  },
} as const satisfies Record<string, Endpoint>
