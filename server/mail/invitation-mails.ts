/** Emails with an invitation. The link is written when the email is sent, so that the outbox never contains it. */
import { fullName } from '#domain/texts.ts'
import type { Config } from '#server/config/config.ts'
import type { Queryable } from '#server/database/client.ts'
import { invitations, users } from '#server/database/schema/accounts.ts'
import { isOpenInvitation } from '#server/sign-in/invitations.ts'
import { readInvitationTokens } from '#server/sign-in/invitation-links.ts'
import { and, eq } from 'drizzle-orm'
import { insertMails } from './insert-mails.ts'
import { emailTo, type Sender } from './mail-texts.ts'

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

/** The text; null if the invitation was withdrawn, accepted or deleted, or has expired. */
export async function writeInvitationMail(
  db: Queryable,
  sender: Sender & Pick<Config, 'secretsKey'>,
  { invitationId }: { invitationId: string | null },
): Promise<string | null> {
  if (invitationId === null) return null
  const [row] = await db
    .select({
      invitation: invitations,
      inviter: { firstName: users.firstName, lastName: users.lastName },
    })
    .from(invitations)
    .leftJoin(users, eq(users.id, invitations.invitedBy))
    .where(and(eq(invitations.id, invitationId), isOpenInvitation))
  if (!row) return null
  const { invitation, inviter } = row
  const { urlOf } = await readInvitationTokens(db, sender)
  const { name } = sender.company
  const who = inviter ? `${fullName(inviter)} of ${name}` : name
  return emailTo(
    invitation.name,
    sender,
    `${who} invites you to register as a lender on its syndication desk, where you browse
loans, read their documents, ask questions and commit a share of their funding.`,
    ...(invitation.note ? [invitation.note] : []),
    `To create your account, open this link:
${urlOf(invitation)}`,
    `It works once, for ${invitation.email}, within seven days of ${dateOf(invitation.createdAt)}. If you don't know us, ignore this email.`,
  )
}

const dateOf = (time: Date) =>
  time.toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' })
