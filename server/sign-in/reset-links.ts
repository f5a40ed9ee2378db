/** Password links. Each link works once and expires after an hour. */
import type { Queryable } from '#server/database/client.ts'
import { passwordResets } from '#server/database/schema/accounts.ts'
import { mails } from '#server/database/schema/notifications.ts'
import { newToken, tokenHash } from './tokens.ts'
import { and, eq, isNull, sql } from 'drizzle-orm'

/**
 * Creates the token for a link. Stores only the token's hash and, if an administrator created the link for another
 * user, that administrator.
 */
export async function makeResetToken(db: Queryable, userId: string, madeBy?: string) {
  const token = newToken()
  const [made] = await db
    .insert(passwordResets)
    .values({
      tokenHash: tokenHash(token),
      userId,
      madeBy,
      expiresAt: sql`now() + interval '1 hour'`,
    })
    .returning()
  if (!made) throw new Error('A reset link was not stored')
  return { token, expiresAt: made.expiresAt }
}

export const isLiveLink = (token: string) =>
  sql`${passwordResets.tokenHash} = ${tokenHash(token)} and ${passwordResets.expiresAt} > now()`

/** Deletes all of a user's links, and the queued emails that would create new ones. */
export async function deleteResetLinks(db: Queryable, userId: string) {
  await db.delete(passwordResets).where(eq(passwordResets.userId, userId))
  const isLinkOf = and(eq(mails.userId, userId), eq(mails.kind, 'passwordReset'))
  await db.delete(mails).where(and(isLinkOf, isNull(mails.sentAt)))
}
