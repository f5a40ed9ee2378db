import type { Mail } from '#contract/notifications/mails.ts'
import { endpointPages } from '#web/api/client.ts'

/** An empty string selects all states. */
export type MailFilter = Mail['state'] | ''

export const mailStateLabels: Record<Mail['state'], string> = {
  queued: 'Queued',
  sent: 'Sent',
  saved: 'Saved to file',
  failed: 'Failed',
}
export const isMailState = (text: string): text is Mail['state'] =>
  Object.hasOwn(mailStateLabels, text)

export const mailPagesQuery = (state: MailFilter) =>
  endpointPages('listMails', { ...(state ? { state } : {}), limit: '50' })
