import type { Change } from '#server/live/record.ts'

export const outboxChanged: Change = { topic: 'mails', audience: 'admins' }
