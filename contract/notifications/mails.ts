/** The email outbox, for administrators. Never an email's text: a link in it gives access to an account. */
import * as z from 'zod/mini'
import { id, pageFields, timestamp } from '#contract/wire.ts'

/**
 * `queued` waits or will be retried; `sent` was accepted by a mail server; `saved` was written to a
 * file because no server is set up; `failed` was tried often enough and is not retried.
 */
export const mailStates = ['queued', 'sent', 'saved', 'failed'] as const

export const mail = z.object({
  id,
  recipient: z.string(),
  subject: z.string(),
  state: z.enum(mailStates),
  createdAt: timestamp,
  /** When it was sent or saved. */
  sentAt: z.nullable(timestamp),
  attempts: z.int(),
  /** Null unless queued. */
  nextAttemptAt: z.nullable(timestamp),
  /** The mail server's last error; null when it accepted the email. */
  lastError: z.nullable(z.string()),
})
export type Mail = z.infer<typeof mail>

export const mailFilters = z.object({
  state: z.optional(z.enum([...mailStates, ''], 'Must be queued, sent, saved or failed')),
  ...pageFields(200),
})

export const mailStatus = z.object({
  /** `smtp`: a mail server delivers them; `folder`: none is set up, so they are saved as files. */
  transport: z.enum(['smtp', 'folder']),
  queued: z.int(),
  sent: z.int(),
  saved: z.int(),
  failed: z.int(),
})
