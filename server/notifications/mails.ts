import { randomUUID } from 'node:crypto'
import type { Query } from '#contract/endpoint.ts'
import type { Endpoints } from '#contract/endpoints.ts'
import type { Mail, mailStates } from '#contract/notifications/shapes.ts'
import { change } from '#server/change/change.ts'
import type { Config } from '#server/config/config.ts'
import type { Queryable } from '#server/database/client.ts'
import { fullNameOf, users } from '#server/database/schema/accounts.ts'
import { firmOrCompany } from '#server/database/schema/firms.ts'
import { mails } from '#server/database/schema/notifications.ts'
import { conflict, notFound } from '#server/errors.ts'
import { contains } from '#server/database/sql/contains.ts'
import { afterCursor } from '#server/database/sql/cursor.ts'
import { utcText } from '#server/database/sql/time-texts.ts'
import { cutPage } from '#server/http/paging.ts'
import type { Context } from '#server/http/mount.ts'
import { insertMails } from '#server/mail/insert-mails.ts'
import { outboxChanged, isClaimed, maxAttempts } from '#server/mail/outbox.ts'
import { writeMail } from '#server/mail/mail-content.ts'
import { testMail } from '#server/mail/mail-texts.ts'
import { enqueueResetMail } from '#server/mail/link-mails.ts'
import { transportOf, type Transport } from '#server/mail/transport.ts'
import { and, desc, eq, not, sql, type SQL } from 'drizzle-orm'
import { accountColumns } from '#server/accounts/change-account.ts'

export async function pageOfMails(
  { db, config, reply }: Context<'admin'>,
  filters: Query<Endpoints['listMails']>,
): Promise<Mail[]> {
  const limit = Number(filters.limit ?? 200)
  const isIn = conditions(transportOf(config))
  const rows = await selectMails(db, isIn)
    .where(
      and(
        filters.state ? isIn[filters.state] : undefined,
        filters.search?.trim() ? matches(filters.search.trim()) : undefined,
        filters.cursor ? afterCursor(mails.createdAt, mails.id, filters.cursor) : undefined,
      ),
    )
    .orderBy(desc(mails.createdAt), desc(mails.id))
    .limit(limit + 1)
  return cutPage(reply, rows, { call: 'listMails', filters, limit }).map(toMail)
}

export async function readMailStatus({ db, config }: Context<'admin'>) {
  const transport = transportOf(config)
  // There can be a million sent emails, so sent and unsent emails are counted using only an index.
  const { rows } = await db.execute<{ [Name in keyof TransportCounts]: TransportCounts[Name] }>(sql`
    select coalesce(transport, ${transport}) as way, count(*)::int as left, 0 as queued, 0 as failed
    from mails where sent_at is not null group by transport
    union all
    select null, 0, (count(*) filter (where attempts < ${maxAttempts}))::int,
      (count(*) filter (where attempts >= ${maxAttempts}))::int
    from mails where sent_at is null`)
  const sumOf = (name: 'left' | 'queued' | 'failed', way: Transport | null) =>
    rows.filter((row) => row.way === way).reduce((sum, row) => sum + row[name], 0)
  return {
    transport,
    queued: sumOf('queued', null),
    sent: sumOf('left', 'smtp'),
    saved: sumOf('left', 'folder'),
    failed: sumOf('failed', null),
  }
}

export const enqueueTestMail = (context: Context<'admin'>): Promise<Mail> =>
  change(context, {
    run: async (tx) => {
      const { config, principal } = context
      const id = randomUUID()
      const written = await writeMail(config, testMail(config))
      await insertMails(tx, [{ id, recipient: principal.account.email, ...written }])
      return { result: await findMail(tx, config, id), isMailed: true }
    },
  })

/**
 * Sends a pending or failed email now. For any other email, sends a copy. If the original had a password link, the copy
 * has a new one.
 */
export const resendMail = (context: Context<'admin'>, id: string): Promise<Mail> =>
  change(context, {
    run: async (tx) => {
      const { config } = context
      const [mail] = await tx.select().from(mails).where(eq(mails.id, id)).for('update')
      if (!mail) throw notFound('The email')
      const person =
        mail.sentAt && mail.kind === 'passwordReset' ? await accountOfLink(tx, mail) : null
      const due = person
        ? await enqueueResetMail(tx, config, person, mail.returnTo)
        : await (mail.sentAt ? sendOnceMore : sendNow)(tx, mail)
      return {
        result: await findMail(tx, config, due),
        entries: person ? [{ kind: 'passwordResetRequested', person }] : [],
        changes: [outboxChanged],
        isMailed: true,
      }
    },
  })

type State = (typeof mailStates)[number]

interface TransportCounts {
  way: Transport | null
  left: number
  queued: number
  failed: number
}

type Row = typeof mails.$inferSelect

/**
 * SQL conditions for each state of an email. Emails older than the transport column count as sent with the current
 * transport.
 */
function conditions(now: Transport): Record<State, SQL> {
  const left = (way: Transport) =>
    way === now
      ? sql`(${mails.sentAt} is not null and (${mails.transport} = ${way} or ${mails.transport} is null))`
      : sql`(${mails.sentAt} is not null and ${mails.transport} = ${way})`
  return {
    sent: left('smtp'),
    saved: left('folder'),
    failed: sql`(${mails.sentAt} is null and ${mails.attempts} >= ${maxAttempts})`,
    queued: sql`(${mails.sentAt} is null and ${mails.attempts} < ${maxAttempts})`,
  }
}

/**
 * Makes a pending or failed email due now, and gives it the full number of attempts again. An email that is being sent
 * keeps its claim so that no other process sends it too.
 */
async function sendNow(db: Queryable, { id }: Row): Promise<string> {
  await db
    .update(mails)
    .set({ attempts: 0, nextAttemptAt: sql`now()` })
    .where(and(eq(mails.id, id), not(isClaimed)))
  return id
}

/** Queues a copy of an email. If the copy has a link or is about notifications, new text is written when it is sent. */
async function sendOnceMore(db: Queryable, mail: Row): Promise<string> {
  const { recipient, userId, kind, subject, body, html, invitationId } = mail
  const id = randomUUID()
  await insertMails(db, [{ id, recipient, userId, kind, subject, body, html, invitationId }])
  return id
}

/** Returns the account that gets a new link. The link in the original email is never sent again. */
async function accountOfLink(tx: Queryable, mail: Row) {
  const [account] = mail.userId
    ? await tx.select(accountColumns).from(users).where(eq(users.id, mail.userId))
    : []
  if (!account || account.deactivatedAt || account.email !== mail.recipient)
    throw conflict('The account was closed or has a new email address', 'account_changed')
  return account
}

// The body isn't selected, because a link in it gives access to an account.
const selectMails = (db: Queryable, isIn: Record<State, SQL>) =>
  db
    .select({
      id: mails.id,
      recipient: mails.recipient,
      lender: sql<
        Mail['lender']
      >`case when ${isLender} then json_build_object('lenderId', ${users.id},
        'lenderName', ${fullNameOf('users')}, 'lenderCompanyName', ${firmOrCompany('users')}) end`,
      subject: mails.subject,
      state: sql<State>`case when ${isIn.sent} then 'sent' when ${isIn.saved} then 'saved'
        when ${isIn.failed} then 'failed' else 'queued' end`,
      createdAt: utcText(mails.createdAt),
      sentAt: mails.sentAt,
      attempts: mails.attempts,
      nextAttemptAt: mails.nextAttemptAt,
      lastError: mails.lastError,
    })
    .from(mails)
    .leftJoin(users, eq(users.id, mails.userId))
    .$dynamic()

const isLender = sql`${users.id} is not null and not ${users.isAdmin}`

const matches = (search: string) => sql`(${contains(mails.recipient, search)}
  or ${contains(mails.subject, search)}
  or ${isLender} and (${contains(fullNameOf('users'), search)} or ${contains(firmOrCompany('users'), search)}))`

async function findMail(db: Queryable, config: Config, id: string): Promise<Mail> {
  const [row] = await selectMails(db, conditions(transportOf(config))).where(eq(mails.id, id))
  if (!row) throw notFound('The email')
  return toMail(row)
}

type MailRow = Awaited<ReturnType<typeof selectMails>>[number]

function toMail({ sentAt, nextAttemptAt, ...mail }: MailRow): Mail {
  return {
    ...mail,
    sentAt: sentAt?.toISOString() ?? null,
    nextAttemptAt: mail.state === 'queued' ? nextAttemptAt.toISOString() : null,
  }
}
