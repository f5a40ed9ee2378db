import type { Mail } from '#contract/mails.ts'
import { endpointPages, endpointQuery } from '#web/api.ts'

/** Empty is every state. */
export type MailFilter = Mail['state'] | ''

/** The mails of a state page by page, newest first. */
export const mailPagesQuery = (state: MailFilter) =>
  endpointPages('listMails', { ...(state ? { state } : {}), limit: '50' })

/** All that the page shows. */
export const outboxQueries = [endpointQuery('listMails'), endpointQuery('getMailStatus')]
