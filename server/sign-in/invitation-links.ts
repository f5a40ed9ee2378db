/**
 * Invitation links. A token is computed from the invitation's id and an installation key (decision 14). The link can
 * therefore be copied and sent again, although neither the database nor the outbox stores it.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { pages } from '#contract/pages.ts'
import type { Config } from '#server/config/config.ts'
import type { Queryable, Transaction } from '#server/database/client.ts'
import { unavailable, conflict } from '#server/errors.ts'
import { readLinkKey } from '#server/secrets/link-key.ts'
import { emailKey } from '#domain/texts.ts'
import { invitations } from '#server/database/schema/accounts.ts'
import { eq, and, sql } from 'drizzle-orm'

export interface InvitationTokens {
  urlOf: (invitation: { id: string; email: string }) => string
  /** Returns the id of the token's invitation, or null if this installation didn't create the token. */
  idIn: (token: string) => string | null
}

export async function readInvitationTokens(
  db: Queryable,
  { secretsKey, publicUrl }: Pick<Config, 'secretsKey' | 'publicUrl'>,
): Promise<InvitationTokens> {
  const key = await readLinkKey(db, secretsKey)
  if (!key) throw unavailable("Invitations can't be read right now. Try again later.", 'no_key', 60)
  const sign = (id: string) => createHmac('sha256', key).update(`invitation ${id}`).digest()
  const tokenOf = (id: string) => `${id}.${sign(id).toString('base64url')}`
  return {
    urlOf: ({ id, email }) =>
      `${publicUrl}${pages.register}?${new URLSearchParams({ invitation: tokenOf(id), email })}`,
    idIn(token) {
      const [id = '', signature = ''] = token.split('.')
      const [given, right] = [Buffer.from(signature, 'base64url'), sign(id)]
      const isOurs = given.length === right.length && timingSafeEqual(given, right)
      return isOurs && token === tokenOf(id) ? id : null
    },
  }
}

export const isOpenInvitation = sql`(${invitations.withdrawnAt} is null
  and ${invitations.acceptedAt} is null and ${invitations.expiresAt} > now())`

/** True if an invitation approves the account. The inviter must still be an administrator. */
export const approvesInAdvance = sql<boolean>`(invitations.is_approved and exists (
  select 1 from users inviter
  where inviter.id = invitations.invited_by and inviter.is_admin and inviter.deactivated_at is null))`

/**
 * Accepts a token's invitation in the transaction that registers the account, and records whether it approved the
 * account. Only one of two concurrent registrations succeeds.
 * @throws {ApiError} 409 if there is no open invitation for this email address.
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

/** The open invitation of a token, or null. */
export async function findOpenInvitation(db: Queryable, config: Config, token: string) {
  const { idIn } = await readInvitationTokens(db, config)
  const id = idIn(token)
  if (!id) return null
  const [found] = await db
    .select({
      id: invitations.id,
      email: invitations.email,
      name: invitations.name,
      firmId: invitations.firmId,
      firmRole: invitations.firmRole,
      isApproved: approvesInAdvance,
      expiresAt: invitations.expiresAt,
    })
    .from(invitations)
    .where(and(eq(invitations.id, id), isOpenInvitation))
  return found ?? null
}

/** The message is the same for every reason so that a link doesn't reveal its recipient. */
const ended = () =>
  conflict(
    'This invitation has expired, was withdrawn or used, or is for another email address. Ask for a new one, or register without it.',
    'invitation_ended',
  )
