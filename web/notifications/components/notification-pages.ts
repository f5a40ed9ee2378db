import { endpointPages, endpointQuery } from '#web/api/client.ts'

/** One's own notifications page by page, newest first. */
export const notificationPagesQuery = endpointPages('listNotifications', { limit: '50' })

/** What reading one changes: the list, the bell, and the figures on the administrators' cards. */
export const touchedByReading = [
  endpointQuery('listNotifications'),
  endpointQuery('countUnreadNotifications'),
  endpointQuery('getAdminSummary'),
]
