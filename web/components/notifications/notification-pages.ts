import { callPage, endpointQuery } from '#web/api.ts'
import { infiniteQueryOptions } from '@tanstack/react-query'

const query = { limit: '50' }

/** One's own notifications page by page, newest first. */
export const notificationPagesQuery = infiniteQueryOptions({
  // Apart from the key of a plain list, whose answer has another shape.
  queryKey: [...endpointQuery('listNotifications', { query }).queryKey, 'pages'],
  queryFn: ({ pageParam, signal }) =>
    callPage('listNotifications', pageParam ? { ...query, cursor: pageParam } : query, signal),
  // Null is the first page; its cursor is nothing.
  initialPageParam: null as string | null,
  getNextPageParam: (page) => page.next,
})

/** What reading one changes: the list, the bell, and the figures on the administrators' cards. */
export const touchedByReading = [
  endpointQuery('listNotifications'),
  endpointQuery('countUnreadNotifications'),
  endpointQuery('getAdminSummary'),
]
