import type { Change } from '#server/live/record.ts'

/** Whatever becomes of a mail, administrators see it in the outbox. */
export const outboxChanged: Change = { topic: 'mails', audience: 'admins' }
