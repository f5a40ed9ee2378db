/**
 * The email outbox, for administrators. It omits the emails' texts, because their links can give access to an
 * account.
 */
import * as z from 'zod/mini'
import { id, pageFields, timestamp } from '#contract/wire.ts'

/**
 * `queued` is waiting or will be retried; `sent` was accepted by a mail server; `saved` was written to a file,
 * because no mail server is configured; `failed` exhausted its retries.
 */
export const mailStates = ['queued', 'sent', 'saved', 'failed'] as const

export const mail = z.object({
  id,
  recipient: z.string(),
  subject: z.string(),
  state: z.enum(mailStates),
  createdAt: timestamp,
  sentAt: z.nullable(timestamp),
  attempts: z.int(),
  /** Null unless queued. */
  nextAttemptAt: z.nullable(timestamp),
  /** The mail server's last error; null if the server accepted the email. */
  lastError: z.nullable(z.string()),
})
export type Mail = z.infer<typeof mail>

export const mailFilters = z.object({
  state: z.optional(z.enum([...mailStates, ''], 'Must be queued, sent, saved or failed')),
  ...pageFields(200),
})

export const mailStatus = z.object({
  /** `smtp`: a mail server delivers emails. `folder`: no mail server is configured, so emails are saved as files. */
  transport: z.enum(['smtp', 'folder']),
  queued: z.int(),
  sent: z.int(),
  saved: z.int(),
  failed: z.int(),
})
