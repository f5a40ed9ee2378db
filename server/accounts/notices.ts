/**
 * Notices of registrations, rejections, and security events. If another user changes an account's credentials, the
 * owner gets a notification and an email. The email can't be turned off, so a takeover doesn't go unnoticed.
 */
import { randomUUID } from 'node:crypto'
import { emailKey, fullName } from '#domain/texts.ts'
import type { Actor } from '#server/audit/record.ts'
import type { Effects } from '#server/change/effects.ts'
import { changesInsertEach } from '#server/live/record.ts'
import type { Transaction } from '#server/database/client.ts'
import { notifications } from '#server/database/schema/notifications.ts'
import { insertMails } from '#server/mail/insert-mails.ts'
import { writeMail, type Sender } from '#server/mail/mail-content.ts'
import { contactParagraph, plainMail } from '#server/mail/mail-texts.ts'
import { sql } from 'drizzle-orm'

interface AccountEvent {
  subject: string
  /** The part of a sentence after the actor's name. */
  done: string
  effect: string
}

export const accountEvents = {
  resetLinkMade: {
    subject: 'A password reset link was created for your account',
    done: 'created a password reset link for your account',
    effect:
      "Anyone with the link can set a new password for your account within an hour. Until then, your password doesn't change.",
  },
  passwordSet: {
    subject: 'Your password was changed',
    done: 'set a new password for your account',
    effect: "Your old password no longer works, and you're signed out everywhere.",
  },
  twoFactorOff: {
    subject: 'Two-factor sign-in was turned off',
    done: 'turned off two-factor sign-in for your account',
    effect:
      "You now sign in with your password alone, and you're signed out everywhere. You can set it up again on your profile.",
  },
} satisfies Record<string, AccountEvent>

interface AccountNotice {
  sender: Sender
  owner: { id: string; email: string }
  actor: Actor
}

/**
 * Notifies and emails the owner of a locked account. The email goes to the current address so that an administrator who
 * then changes the address can't redirect the email.
 */
export async function notifyOwner(
  tx: Transaction,
  notice: AccountNotice,
  event: AccountEvent,
  addresses = [notice.owner.email],
): Promise<Effects> {
  const { sender, owner } = notice
  const { name, email } = sender.company
  const advice = `If you didn't expect this, contact ${email} right away.`
  const sentence = `${nameOf(notice)} ${event.done}`.replaceAll(/\s+/g, ' ')
  // Deactivated accounts also get security notices so that the owner can read them after reactivation.
  const isNotified = !isOwn(notice)
  if (isNotified)
    await tx.insert(notifications).values({
      id: randomUUID(),
      userId: owner.id,
      type: 'accountSecurity',
      relatedUserId: owner.id,
      message: `${sentence}. ${advice}`,
      // This value keeps the notification out of the digest, which is sent later and respects the email setting.
      mailHandledAt: sql`now()`,
      createdAt: sql`clock_timestamp()`,
    })
  const content = plainMail(
    `${name}: ${event.subject}`,
    [`${sentence} at ${name} on ${await currentTime(tx)}.`, event.effect, advice],
    {
      title: event.subject,
      why: "We always send emails about your account's security, whatever your notification settings.",
    },
  )
  const written = await writeMail(sender, content)
  await insertMails(
    tx,
    addresses.map((recipient) => ({ recipient, ...written })),
  )
  const audience = { personId: owner.id }
  return { changes: isNotified ? [{ topic: 'notifications', audience }] : [], isMailed: true }
}

/**
 * Notifies the owner of a new email address. The email goes to the old address and, unless the owner made the change,
 * also to the new one. A change in letter case doesn't count as a new address.
 */
export async function notifyOfNewEmail(
  tx: Transaction,
  notice: AccountNotice,
  email: string,
): Promise<Effects> {
  const old = notice.owner.email
  if (emailKey(email) === emailKey(old)) return {}
  const event: AccountEvent = {
    subject: 'Your email address was changed',
    done: `changed your email address from ${old} to ${email}`,
    effect: 'Sign in with the new address from now on. Emails about your account go there.',
  }
  return notifyOwner(tx, notice, event, isOwn(notice) ? [old] : [old, email])
}

/**
 * Emails the user that the registration was rejected, in the transaction that deletes the account. The email contains
 * no name, because a stranger might have registered the address and chosen the name.
 */
export async function mailRejection(
  tx: Transaction,
  sender: Sender,
  { email: recipient }: { email: string },
): Promise<void> {
  const { company } = sender
  const content = plainMail(`Your registration at ${company.name}`, [
    `We didn't approve your registration at ${company.name}, so the account was deleted.`,
    contactParagraph(sender),
  ])
  await insertMails(tx, [{ recipient, ...(await writeMail(sender, content)) }])
}

/** Marks the registration's notification as read for every administrator, because no decision is needed anymore. */
export async function readRegistration(tx: Transaction, userId: string): Promise<void> {
  await tx.execute(sql`
    with answered as (
      update notifications set is_read = true
      where related_user_id = ${userId} and type = 'registration' and not is_read
      returning user_id
    ), ${changesInsertEach('answered_changed', 'notifications', sql`user_id`, sql`from answered`)}
    select 1`)
}

const isOwn = ({ owner, actor }: AccountNotice) => actor.account?.id === owner.id

function nameOf(notice: AccountNotice): string {
  if (isOwn(notice)) return 'You'
  const { account } = notice.actor
  return account ? fullName(account) : 'Someone with access to the server'
}

async function currentTime(tx: Transaction): Promise<string> {
  const { rows } = await tx.execute<{ now: string }>(sql`
    select to_char(now() at time zone 'UTC', 'FMMonth FMDD, YYYY "at" FMHH12:MI AM "UTC"') as now`)
  return rows[0]?.now ?? ''
}
