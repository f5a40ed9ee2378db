/** The mail outbox as an administrator sees it: never what a mail says, for a link in it signs in. */
import * as z from 'zod/mini'
import { id, pageFields, timestamp } from '#contract/wire.ts'

/**
 * `queued` waits or is tried again; `sent` was taken by a mail server; `saved` was written to a file
 * because none is set up; `failed` was tried often enough and is not tried again.
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
  /** Null unless it is queued. */
  nextAttemptAt: z.nullable(timestamp),
  /** What the mail server said last; null when it took the mail. */
  lastError: z.nullable(z.string()),
})
export type Mail = z.infer<typeof mail>

export const mailFilters = z.object({
  state: z.optional(z.enum([...mailStates, ''], 'Must be queued, sent, saved or failed')),
  ...pageFields(200),
})

export const mailStatus = z.object({
  /** `smtp`: a mail server takes them; `folder`: none is set up, so they are kept as files. */
  transport: z.enum(['smtp', 'folder']),
  queued: z.int(),
  sent: z.int(),
  saved: z.int(),
  failed: z.int(),
})
