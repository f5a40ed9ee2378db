/** Questions on a loan, and the originator's answers and announcements. */
import { textLimits } from '#domain/texts.ts'
import * as z from 'zod/mini'
import { flag, id, ignoredText, text, timestamp } from '#contract/wire.ts'

export const newMessage = z.object({
  loanId: id,
  message: text(textLimits.message, 'Please write a message'),
  /** The lender whom an administrator answers; without it the message is to all. */
  recipientId: z.optional(z.nullable(id)),
  /** Taken and ignored: the sender is whoever is signed in. */
  userId: ignoredText,
})

/** Whom an announcement on a loan would reach now: approved lenders whose account is active. */
export const announcementAudience = z.object({
  /** How many can read it. */
  readers: z.int(),
  /** How many of those hold a share of the loan or favor it, and are notified. */
  notified: z.int(),
})

export const message = z.object({
  id,
  loanId: id,
  userId: id,
  userName: z.string(),
  isAdmin: flag,
  /** Whom an administrator's answer is for; null for a lender's question and for an announcement. */
  recipientId: z.nullable(id),
  recipientName: z.nullable(z.string()),
  message: z.string(),
  createdAt: timestamp,
})
export type Message = z.infer<typeof message>
