/** Questions on a loan, and the originator's answers and announcements. */
import { textLimits } from '#domain/texts.ts'
import * as z from 'zod/mini'
import { flag, id, ignoredText, text, timestamp } from './wire.ts'

export const newMessage = z.object({
  loanId: id,
  message: text(textLimits.message, 'Please write a message'),
  /** The lender whom an administrator answers; without it the message is to all. */
  recipientId: z.optional(z.nullable(id)),
  /** Taken and ignored: the sender is whoever is signed in. */
  userId: ignoredText,
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
