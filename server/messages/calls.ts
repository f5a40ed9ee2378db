/** Questions on a loan. A lender never sees other lenders' questions. */
import { randomUUID } from 'node:crypto'
import type { Loan } from '#contract/loans/shapes.ts'
import type { Message } from '#contract/messages/shapes.ts'
import { toFlag } from '#contract/wire.ts'
import { fullName } from '#domain/texts.ts'
import { recordChanges, type Change } from '#server/live/record.ts'
import { transact, type Queryable } from '#server/database/client.ts'
import { users } from '#server/database/schema/accounts.ts'
import { messages } from '#server/database/schema/messages.ts'
import {
  conflict,
  namesMissingLoan,
  notFound,
  unauthorized,
  violatesForeignKey,
} from '#server/errors.ts'
import { afterCursor, cutPage, utcText } from '#server/http/cursor.ts'
import type { Handlers } from '#server/http/mount.ts'
import { lockAdministratorShared } from '#server/sign-in/lock-administrator.ts'
import { isAdministrator, type Principal } from '#server/sign-in/principal.ts'
import {
  approvedLenders,
  excerpt,
  followersOf,
  isReachableLender,
  notify,
} from '#server/notices/notify.ts'
import { and, desc, eq, isNull, or, sql, type SQL } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { findPublishedLoan, findSeenLoan } from '#server/loans/read.ts'

type MessageCalls = 'listLoanMessages' | 'createMessage' | 'getAnnouncementAudience'

export const messageHandlers: Pick<Handlers, MessageCalls> = {
  async listLoanMessages(context, { path: { loanId }, query: filters }) {
    const { db, principal, reply } = context
    await findSeenLoan(context, loanId)
    const { cursor, limit: asked } = filters
    const before = cursor ? afterCursor(messages.createdAt, messages.id, cursor) : undefined
    const conditions = and(eq(messages.loanId, loanId), visibleTo(principal), before)
    const limit = asked === undefined ? null : Number(asked)
    const rows = await listMessages(db, conditions, limit === null ? undefined : limit + 1)
    if (limit === null) return rows.toReversed().map(toMessage)
    return cutPage(reply, rows, { call: 'listLoanMessages', params: { loanId }, filters, limit })
      .toReversed()
      .map(toMessage)
  },

  async createMessage(context, { body: { loanId, message, recipientId } }) {
    const { db, principal, kickOutbox } = context
    await findPublishedLoan(context, loanId)
    const recipient = recipientFor(principal, recipientId)
    const made = await transact(db, async (tx) => {
      const { account } = principal
      if (isAdministrator(principal))
        await lockAdministratorShared(tx, account.id, ...(recipient ? [recipient] : []))
      if (recipient) await requireReachable(tx, recipient)
      const id = randomUUID()
      const row = { id, loanId, userId: account.id, recipientId: recipient, message }
      await tx.insert(messages).values({ ...row, fromAdmin: isAdministrator(principal) })
      // The row keeps the loan as it is now: it may have been returned to draft since.
      const loan = await findPublishedLoan(context, loanId, tx)
      if (recipient) await markAnswered(tx, loanId, recipient)
      await recordChanges(tx, ...changesOf(principal, row))
      await notifyReaders(tx, principal, loan, row)
      const [listed] = await listMessages(tx, eq(messages.id, id))
      return listed && toMessage(listed)
    }).catch((error: unknown) => {
      // The loan was deleted after it was read.
      if (namesMissingLoan(error)) throw notFound('The loan')
      // Administrators and recipients are locked, so that it is the account of the lender who writes.
      if (violatesForeignKey(error)) throw unauthorized()
      throw error
    })
    if (!made) throw notFound('The message')
    kickOutbox()
    return made
  },

  async getAnnouncementAudience(context, { path: { id } }) {
    const { db } = context
    await findSeenLoan(context, id)
    const countOf = (who: SQL) =>
      sql`(select count(*)::int from users u where u.deactivated_at is null and ${who})`
    const { rows } = await db.execute<{ readers: number; notified: number }>(sql`
      select ${countOf(approvedLenders)} as readers,
        ${countOf(followersOf(id))} as notified`)
    return rows[0] ?? { readers: 0, notified: 0 }
  },
}

/** Only an administrator chooses a recipient: a lender writes to the originator. */
const recipientFor = (author: Principal, chosen: string | null | undefined) =>
  isAdministrator(author) ? (chosen ?? null) : null

/** Whatever the lender has asked on the loan so far is answered. */
const markAnswered = (tx: Queryable, loanId: string, lenderId: string) =>
  tx.execute(sql`
    update messages set is_answered = true
    where loan_id = ${loanId} and user_id = ${lenderId}
      and not from_admin and not is_answered`)

/** Only whoever may read a message may know that there is one. */
function changesOf(
  author: Principal,
  { loanId, recipientId }: { loanId: string; recipientId: string | null },
): Change[] {
  const change = { topic: 'messages', subject: loanId } as const
  const lenderId = isAdministrator(author) ? recipientId : author.account.id
  if (!lenderId) return [change]
  return [
    { ...change, audience: 'admins' },
    { ...change, audience: { personId: lenderId } },
  ]
}

/** Notifies administrators of a question, its lender of an answer, the loan's followers of an announcement. */
async function notifyReaders(
  db: Queryable,
  author: Principal,
  loan: Pick<Loan, 'id' | 'title'>,
  { recipientId, message }: { recipientId: string | null; message: string },
) {
  const said = `on ${loan.title}: ${excerpt(message)}`
  const { account } = author
  const about = { loanId: loan.id, userId: account.id }
  if (!isAdministrator(author))
    return notify(db, {
      to: 'administrators',
      except: [account.id],
      notice: { type: 'question', message: `${fullName(account)} asks ${said}`, ...about },
    })
  if (recipientId)
    return notify(db, {
      to: 'people',
      ids: [recipientId],
      notice: { type: 'reply', message: `${fullName(account)} answers you ${said}`, ...about },
    })
  return notify(db, {
    to: 'followers',
    of: loan.id,
    notice: { type: 'announcement', message: `${fullName(account)} announces ${said}`, ...about },
  })
}

/**
 * A lender sees what they wrote as a lender, answers to them, and announcements; an administrator sees all. Who was an
 * administrator wrote to other lenders.
 */
function visibleTo(reader: Principal): SQL | undefined {
  if (isAdministrator(reader)) return undefined
  const { id } = reader.account
  const toMe = or(isNull(messages.recipientId), eq(messages.recipientId, id))
  const isOwn = and(eq(messages.userId, id), eq(messages.fromAdmin, false))
  return or(isOwn, and(eq(messages.fromAdmin, true), toMe))
}

/** The account is locked, so that the lender stays reachable until the transaction ends. */
async function requireReachable(tx: Queryable, id: string) {
  const [lender] = await tx
    .select({ deactivatedAt: users.deactivatedAt, isReachable: isReachableLender('users') })
    .from(users)
    .where(and(eq(users.id, id), eq(users.isAdmin, false)))
  if (!lender) throw notFound('The lender')
  if (lender.isReachable) return
  throw lender.deactivatedAt
    ? conflict(
        "This lender can't read messages: the account is deactivated. Reactivate it, then send the message.",
        'not_active',
      )
    : conflict(
        "This lender can't read messages: the account awaits approval. Approve it, then send the message.",
        'not_approved',
      )
}

/** Messages with the names of author and recipient, newest first. */
async function listMessages(db: Queryable, condition: SQL | undefined, limit?: number) {
  const recipients = alias(users, 'recipients')
  const asked = db
    .select({
      id: messages.id,
      createdAt: utcText(messages.createdAt),
      message: messages,
      author: { firstName: users.firstName, lastName: users.lastName },
      recipient: { firstName: recipients.firstName, lastName: recipients.lastName },
      isReachable: sql<boolean>`case when ${messages.fromAdmin}
        then coalesce(${isReachableLender('recipients')}, false) else ${isReachableLender('users')} end`,
    })
    .from(messages)
    .innerJoin(users, eq(users.id, messages.userId))
    .leftJoin(recipients, eq(recipients.id, messages.recipientId))
    .where(condition)
    .orderBy(desc(messages.createdAt), desc(messages.id))
    .$dynamic()
  return limit === undefined ? asked : asked.limit(limit)
}

type MessageRow = Awaited<ReturnType<typeof listMessages>>[number]

const toMessage = ({ message, author, recipient, isReachable }: MessageRow): Message => ({
  id: message.id,
  loanId: message.loanId,
  userId: message.userId,
  userName: fullName(author),
  isAdmin: toFlag(message.fromAdmin),
  recipientId: message.recipientId,
  recipientName: recipient && fullName(recipient),
  isReachable: toFlag(isReachable),
  message: message.message,
  createdAt: message.createdAt.toISOString(),
})
