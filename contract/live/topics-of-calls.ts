/**
 * The topics in the table of calls. The browser gets this module apart from the calls
 * (`web/build/lean-table.ts`): pages without a cache don't load it.
 */
import type { Endpoint } from '#contract/endpoint.ts'
import { endpoints, type EndpointName } from '#contract/endpoints.ts'
import type { RowTopic } from './topics.ts'

/** Topics by the name of a call, without calls that have none. */
export type TopicsByCall = { [Name in EndpointName]?: readonly RowTopic[] }

const column = (name: 'shows' | 'changes'): TopicsByCall =>
  Object.fromEntries(
    Object.entries<Endpoint>(endpoints).flatMap(([call, row]) => {
      const named = row[name] ?? []
      return named.length > 0 ? [[call, named]] : []
    }),
  )

export const topicsShown = column('shows')
export const topicsChanged = column('changes')
