/**
 * Reloads the queries that show a changed topic, according to the endpoint table. Queries of mounted components are
 * loaded immediately, and all others on their next mount.
 */
import type { Endpoint } from '#contract/endpoint.ts'
import { endpoints, type EndpointName } from '#contract/endpoints.ts'
import { ownSubject, splitTopic, type RowTopic, type Topic } from '#contract/live/topics.ts'
import type { Query, QueryClient, QueryMeta } from '@tanstack/react-query'
import { onCallEnd, type EndedCall } from '#web/api/client.ts'

export interface Part {
  topic: Topic
  subject?: string | undefined
}

/** Registers this cache so that its queries are refetched after each call. Replaces the previously registered cache. */
export function refetchAfterCalls(client: QueryClient) {
  onCallEnd((ended) => {
    const gone = deletedSubject(ended)
    // Queries for a deleted record would fail, so they are removed.
    if (gone !== undefined)
      client.removeQueries({
        predicate: ({ meta }) => partsShown(meta).some(({ subject }) => subject === gone),
      })
    const changed = partsChanged(ended)
    // The call itself can be part of a running mutation.
    if (changed.length > 0) void refetchChanged(client, changed, { mutations: 1 })
  })
}

interface Options {
  throwOnError?: boolean
  /** The number of running mutations to ignore. If more are running, the last one to end refetches the queries. */
  mutations?: number
}

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
      // A pending response might be older than the change. The request is allowed to finish, because another caller
      // might be awaiting it.
      await query.promise?.catch(() => {})
      await client.invalidateQueries({ predicate: (each) => each === query }, { throwOnError })
    })
  underWay = Promise.allSettled([underWay, ...fetching])
  await Promise.all(fetching)
}

let underWay: Promise<unknown> = Promise.resolve()

/** Waits until all queries affected so far have been refetched or have failed. */
export async function whenRefetched(): Promise<void> {
  await underWay
}

/**
 * Returns true if a query shows one of the topics. A filter that is named like a topic, such as `favorites`, also
 * counts.
 */
export const isTouched = (meta: QueryMeta | undefined, changed: readonly Part[]): boolean =>
  changed.some(
    ({ topic, subject }) =>
      (meta && Object.hasOwn(meta.query, topic)) ||
      partsShown(meta).some(
        (shown) =>
          topic === shown.topic && (!subject || !shown.subject || subject === shown.subject),
      ),
  )

/** The topics that a call changes. A topic is limited to one id if the input or the response contains the id. */
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
    // The ids are compared in lowercase, because the id in a URL can be in any letter case.
    subject:
      subjectName === ownSubject
        ? ownSubject
        : subjectName && findSubject(subjectName)?.toLowerCase(),
  }))

/** The id at the end of a DELETE's path, if a topic is limited to that id. */
function deletedSubject({ name, input, answer }: EndedCall): string | undefined {
  const { method, path } = rowOf(name)
  if (method !== 'DELETE' || answer === undefined) return undefined
  const subjectNames = (rowOf(name).changes ?? []).map((named) => splitTopic(named).subjectName)
  return Object.entries(input?.params ?? {}).find(
    ([param]) => subjectNames.includes(param) && path.endsWith(`:${param}`),
  )?.[1]
}

function fieldOf(part: unknown, name: string): string | undefined {
  if (typeof part !== 'object' || part === null) return undefined
  const value = (part as Record<string, unknown>)[name]
  return typeof value === 'string' ? value : undefined
}
