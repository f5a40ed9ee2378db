import { textLimits } from '#domain/texts.ts'
import * as z from 'zod/mini'
import { flag, flagOr, id, optionalText, pageFields, timestamp } from '#contract/wire.ts'
import { companyName, email } from './shapes.ts'

const maxInvited = 50

export const newInvitations = z.object({
  emails: z
    .array(email, 'Enter at least one email address')
    .check(
      z.minLength(1, 'Enter at least one email address'),
      z.maxLength(maxInvited, `Invite at most ${maxInvited} at a time`),
    ),
  companyName: z.optional(companyName),
  note: optionalText(textLimits.note),
  /** Whether the account is approved at registration, without an administrator's review. */
  isApproved: flagOr('false'),
})

const invitationStates = ['open', 'accepted', 'expired', 'withdrawn'] as const

export const invitation = z.object({
  id,
  email: z.string(),
  /** From the imported file; null for an invitation that wasn't imported. */
  name: z.nullable(z.string()),
  companyName: z.nullable(z.string()),
  note: z.nullable(z.string()),
  isApproved: flag,
  state: z.enum(invitationStates),
  /** Null once the administrator's account is deleted. */
  invitedByName: z.nullable(z.string()),
  createdAt: timestamp,
  expiresAt: timestamp,
  endedAt: z.nullable(timestamp),
  /** The link to accept it; null unless it is open. */
  url: z.nullable(z.string()),
})
export type Invitation = z.infer<typeof invitation>

export const invitationPage = z.object(pageFields(200))
