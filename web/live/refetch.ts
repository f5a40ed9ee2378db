/**
 * Fetches again the queries whose row of the table shows a topic that a call's row, or an event, says has
 * changed: at once if they are on the screen, otherwise when they next appear.
 */
import type { Endpoint } from '#contract/endpoint.ts'
import { endpoints, type EndpointName } from '#contract/endpoints.ts'
import { ownSubject, splitTopic, type RowTopic, type Topic } from '#contract/live/topics.ts'
import type { Query, QueryClient, QueryMeta } from '@tanstack/react-query'
import { onCallEnd, type EndedCall } from '#web/api/client.ts'

/** A topic, and the id of what it is narrowed to. */
export interface Part {
  topic: Topic
  subject?: string | undefined
}

/** Makes this cache follow all calls, in place of the one before. */
export function refetchAfterCalls(client: QueryClient) {
  onCallEnd((ended) => {
    const gone = deletedSubject(ended)
    // Queries about a deleted thing would fail.
    if (gone !== undefined)
      client.removeQueries({
        predicate: ({ meta }) => partsShown(meta).some(({ subject }) => subject === gone),
      })
    const changed = partsChanged(ended)
    // The call may itself be of a mutation that is under way.
    if (changed.length > 0) void refetchChanged(client, changed, { mutations: 1 })
  })
}

interface Options {
  throwOnError?: boolean
  /** Mutations under way that show their outcome in a query; after more, the last of them fetches it. */
  mutations?: number
}

/** Fetches again the queries that show one of these topics. */
export const refetchChanged = (
  client: QueryClient,
  changed: readonly Part[],
  options?: Options,
): Promise<void> => refetch(client, ({ meta }) => isTouched(meta, changed), options)

export async function refetch(
  client: QueryClient,
  isWanted: (query: Query) => boolean,
  { mutations = 0, throwOnError = false }: Options = {},
): Promise<void> {
  const predicate = (query: Query) =>
    isWanted(query) && client.isMutating({ mutationKey: query.queryKey }) <= mutations
  const fetching = client
    .getQueryCache()
    .findAll({ predicate })
    .map(async (query) => {
      query.invalidate()
      // An answer under way may be from before the change, and someone may wait for it.
      await query.promise?.catch(() => {})
      await client.invalidateQueries({ predicate: (each) => each === query }, { throwOnError })
    })
  underWay = Promise.allSettled([underWay, ...fetching])
  await Promise.all(fetching)
}

let underWay: Promise<unknown> = Promise.resolve()

/** Waits until everything that changed so far has been fetched, or couldn't be. */
export async function whenRefetched(): Promise<void> {
  await underWay
}

/** Whether a query shows one of the topics. A filter with the name of a topic, such as `favorites`, shows it too. */
export const isTouched = (meta: QueryMeta | undefined, changed: readonly Part[]): boolean =>
  changed.some(
    ({ topic, subject }) =>
      (meta && Object.hasOwn(meta.query, topic)) ||
      partsShown(meta).some(
        (shown) =>
          topic === shown.topic && (!subject || !shown.subject || subject === shown.subject),
      ),
  )

/** The parts that a call changes; all of a topic if neither input nor answer names its subject. */
export const partsChanged = ({ name, input = {}, answer }: EndedCall): Part[] =>
  partsOf(rowOf(name).changes, (subjectName) =>
    [input.params, input.body, input, answer]
      .map((part) => fieldOf(part, subjectName))
      .find((value) => value !== undefined),
  )

const rowOf = (name: EndpointName): Endpoint => endpoints[name]

const partsShown = (meta: QueryMeta | undefined): Part[] =>
  meta ? partsOf(rowOf(meta.call).shows, (subjectName) => meta.params[subjectName]) : []

const partsOf = (
  named: readonly RowTopic[] = [],
  findSubject: (subjectName: string) => string | undefined,
): Part[] =>
  named.map(splitTopic).map(({ topic, subjectName }) => ({
    topic,
    // An address may have been typed in any letter case.
    subject:
      subjectName === ownSubject
        ? ownSubject
        : subjectName && findSubject(subjectName)?.toLowerCase(),
  }))

/** The id that a call which deletes has in its path, where a topic is narrowed to it. */
function deletedSubject({ name, input, answer }: EndedCall): string | undefined {
  if (endpoints[name].method !== 'DELETE' || answer === undefined) return undefined
  const subjectNames = (rowOf(name).changes ?? []).map((named) => splitTopic(named).subjectName)
  return Object.entries(input?.params ?? {}).find(([param]) => subjectNames.includes(param))?.[1]
}

function fieldOf(part: unknown, name: string): string | undefined {
  if (typeof part !== 'object' || part === null) return undefined
  // Its properties are unknown, and this one is checked.
  const value = (part as Record<string, unknown>)[name]
  return typeof value === 'string' ? value : undefined
}
