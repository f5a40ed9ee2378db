/**
 * Emails with a password link. The link is created when the email is sent, so that neither the outbox nor a backup
 * contains it. Otherwise, read access to the database would open every account.
 */
import { randomUUID } from 'node:crypto'
import type { Database, Transaction } from '#server/database/client.ts'
import { transact } from '#server/database/transactions.ts'
import { users } from '#server/database/schema/accounts.ts'
import { mails } from '#server/database/schema/notifications.ts'
import { makeResetToken } from '#server/sign-in/reset-links.ts'
import { and, eq, isNull } from 'drizzle-orm'
import { insertMails } from './insert-mails.ts'
import { passwordResetSubject, passwordResetText, type Sender } from './mail-texts.ts'

/** Queues an email without its text. The link continues to `returnTo`, a page of this site. */
export async function enqueueResetMail(
  tx: Transaction,
  sender: Sender,
  { id: userId, email: recipient }: { id: string; email: string },
  returnTo: string | null,
): Promise<string> {
  const id = randomUUID()
  const subject = passwordResetSubject(sender)
  const kind = 'passwordReset'
  await insertMails(tx, [{ id, recipient, userId, kind, subject, body: '', returnTo }])
  return id
}

/**
 * The text, with a new link per attempt: a failed attempt may have arrived. Null if the link was withdrawn, or the
 * account deleted or readdressed. A change to the account waits for the row lock until the link is stored, then
 * deletes it.
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
    // A separate statement, so that its snapshot is taken after the account's row is locked.
    const isWanted = account !== undefined && (await tx.$count(mails, eq(mails.id, id))) > 0
    if (!isWanted) return null
    const { token } = await makeResetToken(tx, userId)
    return passwordResetText(sender, token, mail.returnTo)
  })
}
