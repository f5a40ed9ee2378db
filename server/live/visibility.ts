/** Determines who receives a change event: every user who can call an endpoint that returns data about its topic. */
import type { Access } from '#domain/access.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import type { EventData } from '#contract/live/calls.ts'
import { splitTopic, type Topic } from '#contract/live/topics.ts'
import type { RecordedChange } from './reader.ts'

export interface Viewer {
  personId: string
  mayCall: (access: Access) => boolean
}

const accessTo = new Map<Topic, Set<Access>>()
for (const { shows = [], access } of Object.values<Endpoint>(endpoints))
  for (const { topic } of shows.map(splitTopic))
    accessTo.set(topic, (accessTo.get(topic) ?? new Set()).add(access))

export function maySee({ personId, mayCall }: Viewer, change: RecordedChange): boolean {
  const { topic, audience } = change
  if (audience === 'admins' && !mayCall('admin')) return false
  if (audience !== null && audience !== 'admins' && audience !== personId) return false
  return [...(accessTo.get(topic) ?? [])].some(mayCall)
}

/** The topic and id of the event. An event for everyone never contains an account's id. */
export function toEventData({ topic, subject, audience }: RecordedChange): EventData['changed'] {
  const isForAll = audience === null
  return { topic, ...(subject !== null && !(isForAll && topic === 'users') && { id: subject }) }
}

/** Returns true if a change could mean that the viewer's session has ended or the account has changed. */
export const isAboutAccess = ({ personId }: Viewer, { topic, audience }: RecordedChange): boolean =>
  audience === personId && (topic === 'sessions' || topic === 'users')
