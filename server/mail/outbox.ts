/**
 * The outbox. A change stores its emails in its own transaction, and any process can send them later. Each email is
 * sent at least once. A failure to send an email affects nothing else.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { recordChanges, type Change } from '#server/live/record.ts'
import type { Config } from '#server/config/config.ts'
import type { Database } from '#server/database/client.ts'
import { transact } from '#server/database/transactions.ts'
import { deleteOld } from '#server/database/sql/delete-old.ts'
import { mails } from '#server/database/schema/notifications.ts'
import { eq, sql } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import type { FastifyBaseLogger } from 'fastify'
import { isLinkMail, writeInvitationMail, writeResetMail } from './link-mails.ts'
import { refusalOfAddress } from './mail-address.ts'
import { writeMail, type MailContent, type Sender } from './mail-content.ts'
import type { Mail, MailTransport } from './transport.ts'

interface OutboxParts {
  db: Database
  transport: MailTransport
  sender: Sender & Pick<Config, 'secretsKey'>
  log: Pick<FastifyBaseLogger, 'info' | 'warn'>
  /**
   * Describes a notification email when it is sent. Returns null if the recipient no longer has access to any of its
   * contents.
   */
  describeNotices: (mail: ClaimedMail) => Promise<MailContent | null>
}

/** The number of minutes for which a process can claim an email. Sending times out well before that. */
const claimMinutes = 5
const sendingMs = 120_000
/**
 * The number of minutes until the next attempt, by the number of attempts so far. The last value is also used for all
 * further attempts.
 */
const backOffMinutes = [1, 5, 30, 120, 480, 1440]
/**
 * The maximum number of attempts, which take about five days in total. After the last one, the email stays in the
 * outbox with its last error.
 */
export const maxAttempts = 10

/**
 * The longest possible wait, by number of attempts. A longer wait means that the database's clock was ahead, so the
 * email is due now. The extra minute allows for a process that read the clock before another claim.
 */
const maxWaits = [0, ...backOffMinutes.map((minutes) => Math.max(minutes, claimMinutes) + 1)]

/**
 * The email is claimed instead of locked, because a lock would be held until the mail server responds. SKIP LOCKED
 * prevents two processes from claiming the same email, and the claim of a dead process expires.
 */
const claimNext = {
  name: 'claim-mail',
  text: `
    update mails
    set attempts = attempts + 1, next_attempt_at = now() + $1 * interval '1 minute', last_error = null
    where id = (
      select id from mails
      where sent_at is null and attempts < $2
        and (next_attempt_at <= now()
          or next_attempt_at > now() + ($3::int[])[least(attempts, $4::int) + 1] * interval '1 minute')
      order by next_attempt_at
      limit 1
      for update skip locked
    )
    returning id, recipient, subject, body, html, created_at as "createdAt", attempts,
      to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as "queuedAt",
      user_id as "userId", kind, return_to as "returnTo", invitation_id as "invitationId"`,
  values: [claimMinutes, maxAttempts, maxWaits, backOffMinutes.length],
}

/**
 * True if an email is being sent. A claim clears the last error, and each failed attempt sets it. The claim of a dead
 * process expires.
 */
export const isClaimed = sql`(${mails.sentAt} is null and ${mails.attempts} > 0
  and ${mails.lastError} is null and ${mails.nextAttemptAt} > now()
  and ${mails.nextAttemptAt} <= now() + ${sql.raw(String(claimMinutes + 1))} * interval '1 minute')`

export interface ClaimedMail extends Mail {
  attempts: number
  /** The time when the email was queued, with microseconds. */
  queuedAt: string
  userId: string | null
  kind: (typeof mails.$inferSelect)['kind']
  returnTo: string | null
  invitationId: string | null
}

export async function sendNext(parts: OutboxParts) {
  const { db, transport, log } = parts
  const { rows } = await db.$client.query<ClaimedMail>(claimNext)
  const mail = rows[0]
  if (!mail) return false
  const refusal = refusalOfAddress(mail.recipient)
  const written = refusal === null ? await write(parts, mail) : null
  if (written === null) {
    await giveUp(db, mail, refusal)
    log.info({ mailId: mail.id }, 'An email was canceled')
    return true
  }
  try {
    await withDeadline(transport.send({ ...mail, ...written }))
  } catch (error) {
    await postpone(db, mail, error instanceof Error ? error.message : String(error))
    const line = { mailId: mail.id, attempts: mail.attempts, ...codesOf(error) }
    log.warn(line, "An email couldn't be sent")
    return true
  }
  await settle(db, mail, {
    ...(isNotice(mail) && { subject: written.subject, body: written.body, html: written.html }),
    ...{ sentAt: sql`now()`, transport: transport.kind, lastError: null },
  })
  log.info(
    { mailId: mail.id, attempts: mail.attempts },
    transport.kind === 'smtp' ? 'An email was sent' : 'An email was saved',
  )
  return true
}

type Outgoing = Pick<Mail, 'subject' | 'body' | 'html' | 'switchUrl'>

/** Returns null if the email must no longer be sent. */
async function write(parts: OutboxParts, mail: ClaimedMail): Promise<Outgoing | null> {
  const { db, sender, describeNotices } = parts
  if (mail.kind === null) return mail
  const content =
    mail.kind === 'passwordReset'
      ? await writeResetMail(db, sender, mail)
      : mail.kind === 'invitation'
        ? await writeInvitationMail(db, sender, mail)
        : await describeNotices(mail)
  return content && { ...(await writeMail(sender, content)), switchUrl: content.switchUrl }
}

const isNotice = ({ kind }: ClaimedMail) => kind !== null && !isLinkMail(kind)

/**
 * Returns error codes for the log. The mail server's message often contains the recipient's address, so it is stored
 * only with the email.
 */
function codesOf(error: unknown): { code?: unknown; responseCode?: unknown } {
  if (!(error instanceof Error)) return {}
  return {
    ...('code' in error && { code: error.code }),
    ...('responseCode' in error && { responseCode: error.responseCode }),
  }
}

export const notSentPrefix = 'Not sent: '

const giveUp = (db: Database, mail: ClaimedMail, refusal: string | null) =>
  settle(db, mail, {
    attempts: maxAttempts,
    lastError: `${notSentPrefix}${refusal ?? reasonToCancel(mail)}`,
  })

function reasonToCancel({ kind }: ClaimedMail): string {
  if (kind === 'invitation') return 'the invitation was withdrawn, accepted or has expired'
  return kind === 'passwordReset'
    ? 'the account was closed or has a new email address'
    : 'the recipient turned off these emails, or can no longer see what it was about'
}

async function postpone(db: Database, mail: Mail & { attempts: number }, reason: string) {
  const minutes = backOffMinutes[mail.attempts - 1] ?? backOffMinutes.at(-1)
  await settle(db, mail, {
    nextAttemptAt: sql`now() + ${minutes}::int * interval '1 minute'`,
    // A mail server's message can contain any character, but PostgreSQL can't store NUL.
    lastError: reason.replaceAll('\0', '').slice(0, 1000),
  })
}

const settle = (db: Database, { id }: Mail, outcome: PgUpdateSetSource<typeof mails>) =>
  transact(db, async (tx) => {
    await tx.update(mails).set(outcome).where(eq(mails.id, id))
    await recordChanges(tx, outboxChanged)
  })

/**
 * Deletes emails a year after they were sent, or a year after they were created if they were abandoned. Pending emails
 * are kept.
 */
export const purgeMails = (db: Database) =>
  deleteOld(
    db,
    mails,
    // A resent email might have been created long before it was sent. The first condition can use an index.
    sql`created_at < now() - interval '1 year'
      and (sent_at < now() - interval '1 year'
        or sent_at is null and attempts >= ${maxAttempts} and next_attempt_at < now())`,
  )

async function withDeadline(sending: Promise<void>) {
  const answered = new AbortController()
  const timer = sleep(sendingMs, 'late', { ref: false, signal: answered.signal })
  try {
    const first = await Promise.race([sending, timer])
    if (first === 'late')
      throw Object.assign(new Error(`No answer within ${sendingMs / 1000} seconds`), {
        code: 'ETIMEDOUT',
      })
  } finally {
    timer.catch(() => 'cancelled')
    answered.abort()
  }
}

export const outboxChanged: Change = { topic: 'mails', audience: 'admins' }
