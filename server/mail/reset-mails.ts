/**
 * Mails with a link for a new password. The link is made as the mail is sent, so that it lies neither
 * in the outbox nor in a backup: whoever may only read the database could else take any account over.
 */
import { randomUUID } from 'node:crypto'
import { transact, type Database, type Transaction } from '#server/database/client.ts'
import { users } from '#server/database/schema/accounts.ts'
import { mails } from '#server/database/schema/notifications.ts'
import { makeResetToken } from '#server/sign-in/reset-links.ts'
import { and, eq, isNull } from 'drizzle-orm'
import { passwordResetSubject, passwordResetText, type Sender } from './messages.ts'

/** Puts one into the outbox, without its text. The link leads on to `returnTo`, a plain page of ours. */
export async function enqueueResetMail(
  tx: Transaction,
  sender: Sender,
  { id: userId, email: recipient }: { id: string; email: string },
  returnTo: string | null,
): Promise<string> {
  const id = randomUUID()
  const subject = passwordResetSubject(sender)
  await tx
    .insert(mails)
    .values({ id, recipient, userId, kind: 'passwordReset', subject, body: '', returnTo })
  return id
}

/**
 * The text, with a link of its own for every attempt: one that seemed to fail may have arrived. Null
 * when nobody may have the link any more: it was withdrawn, or the account ended or moved to another
 * address. Whoever changes the account waits until the link is stored, and then ends it too.
 */
export async function writeResetMail(
  db: Database,
  sender: Sender,
  mail: { id: string; recipient: string; userId: string | null; returnTo: string | null },
): Promise<string | null> {
  const { id, recipient, userId } = mail
  if (userId === null) return null
  return transact(db, async (tx) => {
    const [account] = await tx
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.id, userId), eq(users.email, recipient), isNull(users.deactivatedAt)))
      .for('share')
    // A statement of its own, so that it sees what the account's row was held for.
    const isWanted = account !== undefined && (await tx.$count(mails, eq(mails.id, id))) > 0
    if (!isWanted) return null
    const { token } = await makeResetToken(tx, userId)
    return passwordResetText(sender, token, mail.returnTo)
  })
}
