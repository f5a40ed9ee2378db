/**
 * What a call may have changed is read anew: every query whose row of the table shows a topic that the
 * call's row changes. What is on the screen is read at once, everything else when it next appears.
 */
import { endpoints, type EndpointName } from '#contract/endpoints.ts'
import { longestKeptMs } from '#contract/kept-answers.ts'
import { topicsChanged, topicsShown } from '#contract/live/topics-of-calls.ts'
import { ownSubject, splitTopic, type RowTopic, type Topic } from '#contract/live/topics.ts'
import type { Query, QueryClient, QueryKey } from '@tanstack/react-query'
import { ApiError, onCallEnd, splitPath, type EndedCall } from '#web/api/client.ts'
import { askForNewest } from '#web/api/newest.ts'

/** A topic, and the id of what it is narrowed to. */
export interface Part {
  topic: Topic
  subject?: string | undefined
}

/** Has this cache read anew what calls change, in place of the one before. */
export function readAnewAfterCalls(client: QueryClient) {
  onCallEnd((ended) => {
    const gone = deletedSubject(ended)
    // What is about a thing that was deleted can't be read anymore.
    if (gone !== undefined)
      client.removeQueries({
        predicate: ({ queryKey }) => partsShown(queryKey).some(({ subject }) => subject === gone),
      })
    // It says that something changed, and the server may keep an answer from before.
    if (ended.error instanceof ApiError && ended.error.status === 409)
      setTimeout(askForNewest(), longestKeptMs)
    const changed = partsChanged(ended)
    if (changed.length > 0) void readAnew(client, changed)
  })
}

/** Reads anew what shows one of these topics. */
export async function readAnew(
  client: QueryClient,
  changed: readonly Part[],
  options?: { throwOnError: boolean },
): Promise<void> {
  const predicate = ({ queryKey }: { queryKey: QueryKey }) =>
    isTouched(queryKey, changed) &&
    // Of several changes under way that show beforehand, the last has the query read: an answer
    // before that lacks the others.
    client.isMutating({ mutationKey: queryKey }) <= 1
  const isFirstRead = ({ state }: Query) =>
    state.data === undefined && state.fetchStatus === 'fetching'
  const firstReads = client.getQueryCache().findAll({ predicate }).filter(isFirstRead)
  const reading = Promise.all([
    client.invalidateQueries({ predicate }, options),
    ...firstReads.map((query) => readAgain(client, query, options)),
  ])
  underWay = Promise.allSettled([underWay, reading])
  await reading
}

/** Lets a first read end, as the library does, and reads again: its answer may be from before the change. */
async function readAgain(client: QueryClient, query: Query, options?: { throwOnError: boolean }) {
  await query.promise?.catch(() => {})
  await client.invalidateQueries({ queryKey: query.queryKey, exact: true }, options)
}

let underWay: Promise<unknown> = Promise.resolve()

/** Waits until what was to be read anew so far has been read, or could not be. */
export async function whenReadAnew(): Promise<void> {
  await underWay
}

/**
 * Whether a query shows something of what changed. A filter with the name of a topic shows that too, as one
 * for favorites among the loans does.
 */
export const isTouched = (key: QueryKey, changed: readonly Part[]): boolean =>
  changed.some(({ topic }) =>
    key.some((part) => typeof part === 'object' && Object.hasOwn(part ?? {}, topic)),
  ) ||
  partsShown(key).some((shown) =>
    changed.some(
      ({ topic, subject }) =>
        topic === shown.topic && (!subject || !shown.subject || subject === shown.subject),
    ),
  )

/** What a call changes; all of a topic where nothing says which part of it. */
export const partsChanged = ({ name, input = {}, answer }: EndedCall): Part[] =>
  partsOf(topicsChanged[name], (subjectName) =>
    [input.params, input.body, input, answer]
      .map((part) => fieldOf(part, subjectName))
      .find((value) => value !== undefined),
  )

const rowsShown = Object.entries(topicsShown).map(([name, named]) => ({
  // Every name of that table is a call's.
  pattern: splitPath(endpoints[name as EndpointName].path),
  named,
}))

/** What a query shows: its key begins with the segments of a row's path. */
function partsShown(key: QueryKey): Part[] {
  const end = key.findIndex((part) => typeof part !== 'string' || part === 'pages')
  const address = (end < 0 ? key : key.slice(0, end)) as string[]
  const row = rowsShown.find(
    ({ pattern }) =>
      pattern.length === address.length &&
      pattern.every((part, place) => part.startsWith(':') || part === address[place]),
  )
  return partsOf(
    row?.named,
    (subjectName) => address[row?.pattern.indexOf(`:${subjectName}`) ?? -1],
  )
}

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
  const subjectNames = (topicsChanged[name] ?? []).map((named) => splitTopic(named).subjectName)
  return Object.entries(input?.params ?? {}).find(([param]) => subjectNames.includes(param))?.[1]
}

function fieldOf(part: unknown, name: string): string | undefined {
  if (typeof part !== 'object' || part === null) return undefined
  // Whatever it is, it is looked up and checked.
  const value = (part as Record<string, unknown>)[name]
  return typeof value === 'string' ? value : undefined
}
