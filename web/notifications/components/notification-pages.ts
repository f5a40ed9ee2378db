import { endpointPages } from '#web/api/client.ts'

export const notificationPagesQuery = endpointPages('listNotifications', { limit: '50' })
