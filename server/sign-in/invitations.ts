/** Accepts an invitation during registration. */
import { emailKey } from '#domain/texts.ts'
import type { Config } from '#server/config/config.ts'
import type { Transaction } from '#server/database/client.ts'
import { invitations } from '#server/database/schema/accounts.ts'
import { conflict } from '#server/errors.ts'
import { and, eq, sql } from 'drizzle-orm'
import { readInvitationTokens } from './invitation-links.ts'

export const isOpenInvitation = sql`(${invitations.withdrawnAt} is null
  and ${invitations.acceptedAt} is null and ${invitations.expiresAt} > now())`

/** Whether an invitation approves the account: its sender must still be an administrator. */
export const approvesInAdvance = sql<boolean>`(invitations.is_approved and exists (
  select 1 from users inviter
  where inviter.id = invitations.invited_by and inviter.is_admin and inviter.deactivated_at is null))`

/**
 * Accepts a token's invitation in the transaction that registers the account; of two concurrent registrations, one
 * succeeds. Records on the invitation whether it approved the account.
 * @throws {ApiError} 409 if no invitation for this address is open.
 */
export async function acceptInvitation(
  tx: Transaction,
  config: Config,
  { token, email, userId }: { token: string; email: string; userId: string },
) {
  const { idIn } = await readInvitationTokens(tx, config)
  const id = idIn(token)
  if (!id) throw ended()
  const [accepted] = await tx
    .update(invitations)
    .set({ acceptedAt: sql`now()`, acceptedBy: userId, isApproved: approvesInAdvance })
    .where(
      and(
        eq(invitations.id, id),
        isOpenInvitation,
        eq(sql`lower(${invitations.email})`, emailKey(email)),
      ),
    )
    .returning()
  if (!accepted) throw ended()
  return accepted
}

/** The same for every reason, so that a link doesn't reveal its recipient. */
const ended = () =>
  conflict(
    'This invitation has expired, was withdrawn or used, or is for another email address. Ask for a new one, or register without it.',
    'invitation_ended',
  )
