/**
 * Emails with an invitation or a password link. The link is created when the email is sent, because read access to a
 * stored link in the outbox or a backup would give access to an account.
 */
import { randomUUID } from 'node:crypto'
import type { Named } from '#domain/audit/entries.ts'
import { fullName } from '#domain/texts.ts'
import type { Config } from '#server/config/config.ts'
import type { Queryable, Database, Transaction } from '#server/database/client.ts'
import { invitations, users } from '#server/database/schema/accounts.ts'
import { isOpenInvitation, readInvitationTokens } from '#server/sign-in/invitation-links.ts'
import { transact } from '#server/database/transactions.ts'
import { mails } from '#server/database/schema/notifications.ts'
import { makeResetToken } from '#server/sign-in/reset-links.ts'
import { displayNameOf } from '#server/sign-in/people-of-firms.ts'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { insertMails } from './insert-mails.ts'
import type { MailContent, Sender } from './mail-content.ts'
import { passwordResetMail, passwordResetSubject, plainMail } from './mail-texts.ts'

type MailKind = (typeof mails.$inferSelect)['kind']

/** True for an email with a link that gives access to an account. */
export const isLinkMail = (kind: MailKind): kind is 'passwordReset' | 'invitation' =>
  kind === 'passwordReset' || kind === 'invitation'

const subjectOf = ({ company }: Sender) => `${company.name} invites you to its syndication desk`

export async function enqueueInvitationMails(
  db: Queryable,
  sender: Sender,
  invited: { id: string; email: string }[],
): Promise<void> {
  const subject = subjectOf(sender)
  const kind = 'invitation' as const
  await insertMails(
    db,
    invited.map(({ id: invitationId, email: recipient }) => {
      return { recipient, kind, invitationId, subject, body: '' }
    }),
  )
}

/** Describes the email, or returns null if the invitation was withdrawn, accepted, or deleted, or has expired. */
export async function writeInvitationMail(
  db: Queryable,
  sender: Sender & Pick<Config, 'secretsKey'>,
  { invitationId }: { invitationId: string | null },
): Promise<MailContent | null> {
  if (invitationId === null) return null
  const [row] = await db
    .select({
      invitation: invitations,
      inviter: { firstName: users.firstName, lastName: users.lastName, firmId: users.firmId },
      firmName: sql<string>`${displayNameOf(sql`${invitations.firmId}`)}`,
    })
    .from(invitations)
    .leftJoin(users, eq(users.id, invitations.invitedBy))
    .where(and(eq(invitations.id, invitationId), isOpenInvitation))
  if (!row) return null
  const { invitation, inviter } = row
  const { urlOf } = await readInvitationTokens(db, sender)
  const { name } = sender.company
  return plainMail(
    subjectOf(sender),
    [
      `${sentenceOf(name, row)}, where you browse loans, read their documents${invitation.firmRole === 'viewer' ? ' and ask questions.' : ', ask questions and commit a share of their funding.'}`,
      ...(invitation.note ? [`${inviter?.firstName ?? name} writes: “${invitation.note}”`] : []),
    ],
    {
      name: invitation.name,
      button: { label: 'Create Your Account', url: urlOf(invitation) },
      remarks: [
        `The link works once, for ${invitation.email}, until ${dateOf(invitation.expiresAt)}. If you don't know us, ignore this email.`,
      ],
    },
  )
}

interface Invited {
  invitation: Pick<typeof invitations.$inferSelect, 'firmId'>
  inviter: (Pick<Named, 'firstName' | 'lastName'> & { firmId: string }) | null
  firmName: string
}

/** A colleague invites on behalf of the lender's firm, and an administrator on behalf of the originator. */
function sentenceOf(company: string, { invitation: { firmId }, inviter, firmName }: Invited) {
  if (inviter && inviter.firmId === firmId) {
    const who = fullName(inviter)
    const ofFirm = who === firmName ? who : `${who} of ${firmName}`
    return `${ofFirm} invites you to register as a colleague on the syndication desk of ${company}`
  }
  const who = inviter ? `${fullName(inviter)} of ${company}` : company
  const role = firmId === null ? 'as a lender' : `for ${firmName}`
  return `${who} invites you to register ${role} on its syndication desk`
}

const dateOf = (time: Date) =>
  time.toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' })

/** Queues an email without a body. After using the link, the user is sent to `returnTo`, a page of this site. */
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
 * Creates a new link for each attempt, because the email of a failed attempt might have arrived. Returns null if the
 * link was withdrawn, or if the account was deleted or its address changed.
 */
export async function writeResetMail(
  db: Database,
  sender: Sender,
  mail: { id: string; recipient: string; userId: string | null; returnTo: string | null },
): Promise<MailContent | null> {
  const { id, recipient, userId } = mail
  if (userId === null) return null
  return transact(db, async (tx) => {
    const [account] = await tx
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.id, userId), eq(users.email, recipient), isNull(users.deactivatedAt)))
      .for('share')
    // A separate statement takes its snapshot after the account's row is locked.
    const isWanted = account !== undefined && (await tx.$count(mails, eq(mails.id, id))) > 0
    if (!isWanted) return null
    const { token } = await makeResetToken(tx, userId)
    return passwordResetMail(sender, token, mail.returnTo)
  })
}
