/** Links with which a person chooses a new password: each works once and for an hour. */
import { createHash, randomBytes } from 'node:crypto'
import type { Queryable } from '#server/database/connect.ts'
import { passwordResets } from '#server/database/schema.ts'
import { eq, sql } from 'drizzle-orm'

/** Makes a link's token, of which only the hash is kept. */
export async function makeResetToken(db: Queryable, userId: string) {
  const token = randomBytes(32).toString('base64url')
  const [made] = await db
    .insert(passwordResets)
    .values({ tokenHash: hashOf(token), userId, expiresAt: sql`now() + interval '1 hour'` })
    .returning()
  if (!made) throw new Error('A reset link was not stored')
  return { token, expiresAt: made.expiresAt }
}

/** The row of a link that still works. */
export const isLiveLink = (token: string) =>
  sql`${passwordResets.tokenHash} = ${hashOf(token)} and ${passwordResets.expiresAt} > now()`

export const deleteResetLinks = (db: Queryable, userId: string) =>
  db.delete(passwordResets).where(eq(passwordResets.userId, userId))

const hashOf = (token: string) => createHash('sha256').update(token).digest('hex')
