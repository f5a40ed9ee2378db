/** Messages about a loan, and their possible recipients. A lender never sees other lenders' questions. */
import type { Query } from '#contract/endpoint.ts'
import type { Endpoints } from '#contract/endpoints.ts'
import type { Message, MessageRecipient } from '#contract/messages/shapes.ts'
import { toFlag } from '#contract/wire.ts'
import { fullName } from '#domain/texts.ts'
import type { Queryable } from '#server/database/client.ts'
import { users } from '#server/database/schema/accounts.ts'
import { isFullySeenByFirm } from '#server/database/schema/audience.ts'
import { messages } from '#server/database/schema/messages.ts'
import { notFound } from '#server/errors.ts'
import { afterCursor } from '#server/database/sql/cursor.ts'
import { utcText } from '#server/database/sql/time-texts.ts'
import { cutPage } from '#server/http/paging.ts'
import type { Context } from '#server/http/mount.ts'
import { firmOf, isAdministrator, type Principal } from '#server/sign-in/principal.ts'
import { isReachableLender, approvedLenders, followersOf } from '#server/notices/notify.ts'
import { maxRecipients } from '#domain/limits.ts'
import { contains } from '#server/database/sql/contains.ts'
import { and, desc, eq, isNull, or, sql, type SQL } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'

export async function pageOfMessages(
  { db, principal, reply }: Context<'viewer'>,
  loanId: string,
  filters: Query<Endpoints['listLoanMessages']>,
): Promise<Message[]> {
  const { cursor } = filters
  const limit = filters.limit === undefined ? Infinity : Number(filters.limit)
  const before = cursor ? afterCursor(messages.createdAt, messages.id, cursor) : undefined
  const isAnnounced =
    filters.announcements === 'true'
      ? and(isNull(messages.recipientId), eq(messages.fromAdmin, true))
      : undefined
  const condition = and(eq(messages.loanId, loanId), visibleTo(principal), isAnnounced, before)
  const rows = await selectMessages(db, condition, limit + 1)
  const page =
    limit === Infinity
      ? rows
      : cutPage(reply, rows, { call: 'listLoanMessages', params: { loanId }, filters, limit })
  return page.toReversed().map(toMessage)
}

export async function findMessage(db: Queryable, id: string): Promise<Message> {
  const [row] = await selectMessages(db, eq(messages.id, id))
  if (!row) throw notFound('The message')
  return toMessage(row)
}

/**
 * Lenders see their firm's questions, the replies, and announcements. A former administrator doesn't see replies written
 * in that role, because they were sent to other firms.
 */
function visibleTo(reader: Principal): SQL | undefined {
  if (isAdministrator(reader)) return undefined
  const isAnnouncement = and(eq(messages.fromAdmin, true), isNull(messages.recipientId))
  return or(eq(messages.firmId, firmOf(reader)), isAnnouncement)
}

async function selectMessages(db: Queryable, condition: SQL | undefined, limit = Infinity) {
  const recipients = alias(users, 'recipients')
  const asked = db
    .select({
      id: messages.id,
      createdAt: utcText(messages.createdAt),
      message: messages,
      firmName: sql<
        string | null
      >`(select named.name from firms named where named.id = ${messages.firmId} and not named.is_originator)`,
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
  return limit === Infinity ? asked : asked.limit(limit)
}

type MessageRow = Awaited<ReturnType<typeof selectMessages>>[number]

const toMessage = ({ message, author, recipient, firmName, isReachable }: MessageRow): Message => ({
  id: message.id,
  loanId: message.loanId,
  userId: message.userId,
  userName: fullName(author),
  firmId: message.fromAdmin && message.recipientId === null ? null : message.firmId,
  firmName,
  isAdmin: toFlag(message.fromAdmin),
  recipientId: message.recipientId,
  recipientName: recipient && fullName(recipient),
  isReachable: toFlag(isReachable),
  message: message.message,
  createdAt: message.createdAt.toISOString(),
})

/**
 * Lists active, approved lenders who see the loan in full, with those who have a share of the loan first. Each word must
 * match part of the name, company, or email address.
 */
export async function listRecipients(
  db: Queryable,
  loanId: string,
  words: readonly string[],
): Promise<MessageRecipient[]> {
  const { firstName, lastName, email, companyName } = users
  // A word contains no space, so it can match only within a single column.
  const texts = sql`concat_ws(' ', ${firstName}, ${lastName}, ${email}, ${companyName})`
  const isHolder = sql<boolean>`${users.firmId} in (
    select firm_id from commitments where loan_id = ${loanId}::uuid and status = 'active')`
  const rows = await db
    .select({
      id: users.id,
      email,
      companyName,
      firstName,
      lastName,
      isHolder: isHolder.as('isHolder'),
    })
    .from(users)
    .where(
      and(
        isReachableLender('users'),
        isFullySeenByFirm(sql`${loanId}::uuid`, sql.raw('users.firm_id')),
        ...words.map((word) => contains(texts, word)),
      ),
    )
    .orderBy(desc(sql`"isHolder"`), sql`lower(${firstName})`, sql`lower(${lastName})`, users.id)
    .limit(maxRecipients)
  return rows.map((row) => ({
    id: row.id,
    name: fullName(row),
    email: row.email,
    companyName: row.companyName,
    isHolder: toFlag(row.isHolder),
  }))
}

export async function countAudience(db: Queryable, loanId: string) {
  const countOf = (condition: SQL) =>
    sql`(select count(*)::int from users u where u.deactivated_at is null and ${condition})`
  const { rows } = await db.execute<{ readers: number; notified: number }>(sql`
    select ${countOf(sql`${approvedLenders} and ${isFullySeenByFirm(sql`${loanId}::uuid`, sql`u.firm_id`)}`)} as readers, ${countOf(followersOf(loanId))} as notified`)
  return rows[0] ?? { readers: 0, notified: 0 }
}
