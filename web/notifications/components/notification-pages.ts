import { endpointPages } from '#web/api/client.ts'

/** The user's notifications page by page, newest first. */
export const notificationPagesQuery = endpointPages('listNotifications', { limit: '50' })
