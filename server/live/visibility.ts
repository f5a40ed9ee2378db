/** What a listener may be told of: of a topic, whoever may make a call that shows it. */
import type { Access } from '#domain/access.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import type { EventData } from '#contract/live/calls.ts'
import { splitTopic, type Topic } from '#contract/live/topics.ts'
import type { WrittenChange } from '#server/live/reader.ts'

/** Who listens, and which calls that person may make. */
export interface Sight {
  personId: string
  mayCall: (access: Access) => boolean
}

/** The access of the calls that show a topic. */
const accessTo = new Map<Topic, Set<Access>>()
for (const { shows = [], access } of Object.values<Endpoint>(endpoints))
  for (const { topic } of shows.map(splitTopic))
    accessTo.set(topic, (accessTo.get(topic) ?? new Set()).add(access))

/** Whether a listener may be told of a change. */
export function mayBeTold({ personId, mayCall }: Sight, change: WrittenChange): boolean {
  const { topic, audience } = change
  if (audience === 'admins' && !mayCall('admin')) return false
  if (audience !== null && audience !== 'admins' && audience !== personId) return false
  return [...(accessTo.get(topic) ?? [])].some(mayCall)
}

/** What a listener is told: the topic and, unless it is of an account that all may hear of, the id. */
export function describeChange({ topic, subject, audience }: WrittenChange): EventData['changed'] {
  const isForAll = audience === null
  return { topic, ...(subject !== null && !(isForAll && topic === 'users') && { id: subject }) }
}

/** Whether the listener's own session may have ended, or account changed. */
export const isAboutAccess = ({ personId }: Sight, { topic, audience }: WrittenChange): boolean =>
  audience === personId && (topic === 'sessions' || topic === 'users')
