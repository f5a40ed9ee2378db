import { endpointPages } from '#web/api/client.ts'

/** One's own notifications page by page, newest first. */
export const notificationPagesQuery = endpointPages('listNotifications', { limit: '50' })
