import { audiences } from '#domain/audience/audiences.ts'
import { maxWrittenTo } from '#domain/limits.ts'
import { textLimits } from '#domain/texts.ts'
import * as z from 'zod/mini'
import { flag, id, ignoredText, pageFields, searchText, text, timestamp } from '#contract/wire.ts'

export const newMessage = z.object({
  loanId: id,
  message: text(textLimits.message, 'Please write a message'),
  /** The lender who gets the reply. If omitted, the message is sent to all lenders. */
  recipientId: z.optional(z.nullable(id)),
  /** This field is accepted and ignored, because the sender is always the signed-in user. */
  userId: ignoredText,
})

export const newPrivateMessages = z.object({
  loanId: id,
  message: newMessage.shape.message,
  recipientIds: z
    .array(id, 'Please select at least one lender')
    .check(
      z.minLength(1, 'Please select at least one lender'),
      z.maxLength(maxWrittenTo, `At most ${maxWrittenTo} lenders`),
    ),
})

export const sentMessages = z.object({
  sent: z.int(),
})

/** With a `limit`, only the newest messages are returned. Without one, all messages are returned. */
export const messagePage = z.object({
  ...pageFields(200),
  /** Returns only announcements, which administrators send to all lenders. */
  announcements: z.optional(flag),
})

/** The recipients of an announcement: approved lenders with an active account, who see the loan in full. */
export const announcementAudience = z.object({
  audience: z.enum(audiences),
  readers: z.int(),
  /** The number of lenders to notify: those who have a share of the loan or marked it as a favorite. */
  notified: z.int(),
})

export const message = z.object({
  id,
  loanId: id,
  userId: id,
  userName: z.string(),
  /** The firm of the lender who asks or is addressed. Null for an announcement. */
  firmId: z.nullable(id),
  /** The own name of the lender's firm. Null for an announcement, and for a firm that goes by its first person. */
  firmName: z.nullable(z.string()),
  isAdmin: flag,
  /** The lender to whom an administrator replies, or null for a question or an announcement. */
  recipientId: z.nullable(id),
  recipientName: z.nullable(z.string()),
  /** 'true' if the lender who wrote or received the message can read a reply now. 'false' for an announcement. */
  isReachable: flag,
  message: z.string(),
  createdAt: timestamp,
})
export type Message = z.infer<typeof message>

export const recipientSearch = z.object({
  search: searchText(textLimits.search),
})

export const messageRecipient = z.object({
  id,
  name: z.string(),
  email: z.string(),
  companyName: z.nullable(z.string()),
  isHolder: flag,
})
export type MessageRecipient = z.infer<typeof messageRecipient>
