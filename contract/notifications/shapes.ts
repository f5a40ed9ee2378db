import { mailTimings, optionalKinds } from '#domain/notifications/mail-kinds.ts'
import { notificationTypes } from '#domain/notifications/types.ts'
import { textLimits } from '#domain/texts.ts'
import * as z from 'zod/mini'
import {
  flag,
  id,
  inputFlag,
  pageFields,
  searchText,
  timestamp,
  withoutNul,
} from '#contract/wire.ts'

export const notification = z.object({
  id,
  type: z.enum(notificationTypes),
  relatedLoanId: z.nullable(id),
  /** The loan's current title, or null if the reader can't see the loan. */
  relatedLoanTitle: z.nullable(z.string()),
  relatedUserId: z.nullable(id),
  receiptId: z.nullable(id),
  message: z.string(),
  canApprove: flag,
  isRead: flag,
  createdAt: timestamp,
})
export type Notification = z.infer<typeof notification>

export const notificationPage = z.object(pageFields(200))

export const unreadCount = z.object({ unread: z.int() })

export const adminSummary = z.object({
  users: z.int(),
  pendingUsers: z.int(),
  loans: z.int(),
  documents: z.int(),
  photos: z.int(),
  unreadNotifications: z.int(),
})
export type AdminSummary = z.infer<typeof adminSummary>

/**
 * `queued`: waiting for the first attempt or a retry. `sent`: accepted by a mail server. `saved`: written to a file,
 * because no mail server is configured. `failed`: abandoned after the last retry.
 */
export const mailStates = ['queued', 'sent', 'saved', 'failed'] as const

/** An email. The text is omitted, because its links can give access to an account. */
export const mail = z.object({
  id,
  recipient: z.string(),
  /** The lender whom the email was written to, or null for administrators and people without an account. */
  lender: z.nullable(
    z.object({ lenderId: id, lenderName: z.string(), lenderCompanyName: z.nullable(z.string()) }),
  ),
  subject: z.string(),
  state: z.enum(mailStates),
  createdAt: timestamp,
  sentAt: z.nullable(timestamp),
  attempts: z.int(),
  nextAttemptAt: z.nullable(timestamp),
  lastError: z.nullable(z.string()),
})
export type Mail = z.infer<typeof mail>

export const mailFilters = z.object({
  state: z.optional(z.enum([...mailStates, ''], 'Must be queued, sent, saved or failed')),
  /** A part of the address, the name or the firm of the recipient, or of the subject. */
  search: searchText(textLimits.search),
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

/** The text is null if it hasn't been written yet, or if it contained a link that gives access to an account. */
export const mailText = z.object({
  id,
  recipient: z.string(),
  subject: z.string(),
  body: z.nullable(z.string()),
  hasHtml: flag,
  hasSecret: flag,
})

export const mailChoice = z.object({
  kind: z.enum(optionalKinds),
  timing: z.enum(mailTimings),
  /** If true, emails about new loans include only loans that match a saved filter. */
  isMatchingOnly: flag,
})
export type MailChoice = z.infer<typeof mailChoice>

const choices = (values: readonly string[]) => `Must be ${values.join(', ')}`
export const mailChoiceChange = z.object({
  kind: z.enum(optionalKinds, choices(optionalKinds)),
  timing: z.enum(mailTimings, choices(mailTimings)),
  isMatchingOnly: z.optional(inputFlag),
})

/** The signed part of an unsubscribe link. */
export const mailSwitchKey = z.object({
  key: z.optional(z.string('Must be a text').check(z.maxLength(200, 'Too long'), withoutNul)),
})
