/** Links with which a person chooses a new password: each works once and for an hour. */
import type { Queryable } from '#server/database/client.ts'
import { passwordResets } from '#server/database/schema/accounts.ts'
import { mails } from '#server/database/schema/notifications.ts'
import { newToken, tokenHash } from './tokens.ts'
import { and, eq, isNull, sql } from 'drizzle-orm'

/** Makes a link's token, of which only the hash is kept. */
export async function makeResetToken(db: Queryable, userId: string) {
  const token = newToken()
  const [made] = await db
    .insert(passwordResets)
    .values({ tokenHash: tokenHash(token), userId, expiresAt: sql`now() + interval '1 hour'` })
    .returning()
  if (!made) throw new Error('A reset link was not stored')
  return { token, expiresAt: made.expiresAt }
}

/** The row of a link that still works. */
export const isLiveLink = (token: string) =>
  sql`${passwordResets.tokenHash} = ${tokenHash(token)} and ${passwordResets.expiresAt} > now()`

/** Ends every link of a person, and takes back the mails that would make another one. */
export async function deleteResetLinks(db: Queryable, userId: string) {
  await db.delete(passwordResets).where(eq(passwordResets.userId, userId))
  const isLinkOf = and(eq(mails.userId, userId), eq(mails.kind, 'passwordReset'))
  await db.delete(mails).where(and(isLinkOf, isNull(mails.sentAt)))
}
