/** Questions on a loan, the originator's answers, and announcements. */
import { textLimits } from '#domain/texts.ts'
import * as z from 'zod/mini'
import { flag, id, ignoredText, pageFields, searchText, text, timestamp } from '#contract/wire.ts'

export const newMessage = z.object({
  loanId: id,
  message: text(textLimits.message, 'Please write a message'),
  /** The lender whom an administrator answers; without it, the message is for everyone. */
  recipientId: z.optional(z.nullable(id)),
  /** Accepted and ignored: the sender is the signed-in user. */
  userId: ignoredText,
})

/** With a `limit`, the last messages; without, all of them. */
export const messagePage = z.object(pageFields(200))

/** Who would receive an announcement now: approved lenders with an active account. */
export const announcementAudience = z.object({
  /** How many can read it. */
  readers: z.int(),
  /** How many of those hold a share of the loan or marked it as a favorite, and are notified. */
  notified: z.int(),
})

export const message = z.object({
  id,
  loanId: id,
  userId: id,
  userName: z.string(),
  isAdmin: flag,
  /** The lender whom an administrator answers; null for a lender's question and for an announcement. */
  recipientId: z.nullable(id),
  recipientName: z.nullable(z.string()),
  /** Whether the lender who wrote it, or whom it is for, can read an answer now; 'false' for an announcement. */
  isReachable: flag,
  message: z.string(),
  createdAt: timestamp,
})
export type Message = z.infer<typeof message>

export const recipientSearch = z.object({
  /** Words, each part of a name or email address. */
  search: searchText(textLimits.search),
})

/** An approved lender to whom an administrator can write. */
export const messageRecipient = z.object({
  id,
  name: z.string(),
  email: z.string(),
  companyName: z.nullable(z.string()),
  /** Whether it holds a soft or binding share of the loan. */
  isHolder: flag,
})
export type MessageRecipient = z.infer<typeof messageRecipient>
