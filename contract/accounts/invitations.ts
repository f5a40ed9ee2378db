/** Invitations to register, which administrators send to lenders. */
import { textLimits } from '#domain/texts.ts'
import * as z from 'zod/mini'
import { flag, flagOr, id, optionalText, pageFields, timestamp } from '#contract/wire.ts'
import { companyName, email } from './shapes.ts'

/** How many addresses one call may invite. */
const maxInvited = 50

export const newInvitations = z.object({
  emails: z
    .array(email, 'Enter at least one email address')
    .check(
      z.minLength(1, 'Enter at least one email address'),
      z.maxLength(maxInvited, `Invite at most ${maxInvited} at a time`),
    ),
  /** The firm that all of them work for. */
  companyName: z.optional(companyName),
  /** Part of the email. */
  note: optionalText(textLimits.note),
  /** Whether each account is approved as soon as it is registered. */
  isApproved: flagOr('false'),
})

/** `open` may still be accepted. */
const invitationStates = ['open', 'accepted', 'expired', 'withdrawn'] as const

export const invitation = z.object({
  id,
  email: z.string(),
  /** As the file said from which the invitation was imported. */
  name: z.nullable(z.string()),
  companyName: z.nullable(z.string()),
  note: z.nullable(z.string()),
  isApproved: flag,
  state: z.enum(invitationStates),
  /** Null once that account was deleted. */
  invitedByName: z.nullable(z.string()),
  createdAt: timestamp,
  expiresAt: timestamp,
  /** When it was accepted or withdrawn. */
  endedAt: z.nullable(timestamp),
  /** The link that accepts it; null unless it is open. */
  url: z.nullable(z.string()),
})
export type Invitation = z.infer<typeof invitation>

export const invitationPage = z.object(pageFields(200))
