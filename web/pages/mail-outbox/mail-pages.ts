import type { Mail } from '#contract/mails.ts'
import { callPage, endpointQuery } from '#web/api.ts'
import { infiniteQueryOptions } from '@tanstack/react-query'

/** Empty is every state. */
export type MailFilter = Mail['state'] | ''

/** The mails of a state page by page, newest first. */
export function mailPagesQuery(state: MailFilter) {
  const query = { ...(state ? { state } : {}), limit: '50' }
  return infiniteQueryOptions({
    // Apart from the key of a plain list, whose answer has another shape.
    queryKey: [...endpointQuery('listMails', { query }).queryKey, 'pages'],
    queryFn: ({ pageParam, signal }) =>
      callPage('listMails', pageParam ? { ...query, cursor: pageParam } : query, signal),
    // Null is the first page; its cursor is nothing.
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
  })
}

/** All that the page shows. */
export const outboxQueries = [endpointQuery('listMails'), endpointQuery('getMailStatus')]
