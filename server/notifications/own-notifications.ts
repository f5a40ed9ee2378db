import type { Query } from '#contract/endpoint.ts'
import type { Endpoints } from '#contract/endpoints.ts'
import type { Notification, AdminSummary } from '#contract/notifications/shapes.ts'
import { toFlag } from '#contract/wire.ts'
import { change } from '#server/change/change.ts'
import {
  isFullyWithinAudience,
  isSeen,
  isWithinAudience,
  loansSeenBy,
} from '#server/loans/loans-seen.ts'
import { typesOfTeasers } from '#domain/notifications/types.ts'
import { vocabulary } from '#server/database/schema/columns.ts'
import { notifications } from '#server/database/schema/notifications.ts'
import { notFound } from '#server/errors.ts'
import { afterCursor } from '#server/database/sql/cursor.ts'
import { utcText } from '#server/database/sql/time-texts.ts'
import { cutPage } from '#server/http/paging.ts'
import type { Context } from '#server/http/mount.ts'
import { isForAdministrators } from '#server/notices/notify.ts'
import type { Principal } from '#server/sign-in/principal.ts'
import type { Database } from '#server/database/client.ts'
import { and, desc, eq, sql } from 'drizzle-orm'

export async function pageOfNotifications(
  context: Context<'signedIn'>,
  filters: Query<Endpoints['listNotifications']>,
): Promise<Notification[]> {
  const { cursor } = filters
  const limit = Number(filters.limit ?? 200)
  const before = cursor ? afterCursor(notifications.createdAt, notifications.id, cursor) : undefined
  const rows = await context.db
    .select(columnsFor(context))
    .from(notifications)
    .where(and(addressedTo(context), before))
    .orderBy(desc(notifications.createdAt), desc(notifications.id))
    .limit(limit + 1)
  return cutPage(context.reply, rows, { call: 'listNotifications', filters, limit }).map(
    toNotification,
  )
}

export const countUnread = (context: Context<'signedIn'>): Promise<number> =>
  context.db.$count(notifications, unreadOf(context))

export const markRead = (context: Context<'signedIn'>, id: string): Promise<Notification> =>
  change(context, {
    run: async (tx) => {
      const [row] = await tx
        .update(notifications)
        .set({ isRead: true })
        .where(and(eq(notifications.id, id), addressedTo(context)))
        .returning(columnsFor(context))
      if (!row) throw notFound('The notification')
      return { result: toNotification(row), changes: [changeOf(context.principal)] }
    },
  })

export const markAllRead = (context: Context<'signedIn'>): Promise<null> =>
  change(context, {
    run: async (tx) => {
      await tx.update(notifications).set({ isRead: true }).where(unreadOf(context))
      return { result: null, changes: [changeOf(context.principal)] }
    },
  })

const changeOf = ({ account }: Principal) =>
  ({ topic: 'notifications', audience: { personId: account.id } }) as const

// The column is qualified manually, because Drizzle omits the table name in a query of a single table.
const relatedLoanId = sql.raw('notifications.related_loan_id')
const relatedUserId = sql.raw('notifications.related_user_id')

type Reader = Pick<Context<'signedIn'>, 'principal' | 'config'>

/** Only users who can see the administrator screens see notifications about drafts, lenders' actions, and approvals. */
const isReadableBy = (reader: Reader) =>
  loansSeenBy(reader) === 'all'
    ? sql`true`
    : sql`(not ${isForAdministrators('notifications')} and ${isOfSeenLoan(reader)})`

/**
 * False if the notification is about a loan that the reader doesn't see, or about what a teaser doesn't show. A lender
 * keeps the receipts of past positions.
 */
const isOfSeenLoan = (reader: Reader) => {
  const seen = loansSeenBy(reader)
  const type = sql.raw('notifications.type')
  return sql`(${relatedLoanId} is null or ${sql.raw('notifications.receipt_id')} is not null or exists (
    select from loans where loans.id = ${relatedLoanId} and (${isFullyWithinAudience(seen)}
      or ${isWithinAudience(seen)} and ${type} in (${vocabulary(typesOfTeasers)}))))`
}

const addressedTo = (reader: Reader) =>
  and(eq(notifications.userId, reader.principal.account.id), isReadableBy(reader))

const unreadOf = (reader: Reader) => and(addressedTo(reader), sql`not is_read`)

const columnsFor = (reader: Reader) => ({
  id: notifications.id,
  type: notifications.type,
  relatedLoanId: sql<string | null>`(
    select loans.id from loans where loans.id = ${relatedLoanId} and ${isWithinAudience(loansSeenBy(reader))})`,
  relatedLoanTitle: sql<string | null>`(
    select loans.title from loans where loans.id = ${relatedLoanId} and ${isSeen(loansSeenBy(reader))})`,
  relatedUserId: notifications.relatedUserId,
  receiptId: notifications.receiptId,
  message: notifications.message,
  canApprove:
    loansSeenBy(reader) === 'all'
      ? sql<boolean>`${notifications.type} = 'registration' and exists (
        select 1 from users u
        where u.id = ${relatedUserId} and not u.is_approved and not u.is_admin and u.deactivated_at is null)`
      : sql<boolean>`false`,
  isRead: notifications.isRead,
  createdAt: utcText(notifications.createdAt),
})

type Flags = Record<'isRead' | 'canApprove', boolean>
const toNotification = ({
  isRead,
  canApprove,
  ...row
}: Omit<Notification, keyof Flags> & Flags) => ({
  ...row,
  canApprove: toFlag(canApprove),
  isRead: toFlag(isRead),
})

export async function readAdminSummary(db: Database, adminId: string): Promise<AdminSummary> {
  const { rows } = await db.execute<Record<keyof AdminSummary, number>>(sql`
    select
      (select count(*)::int from users) as "users",
      (select count(*)::int from users
        where not is_approved and not is_admin and deactivated_at is null) as "pendingUsers",
      (select count(*)::int from loans where not is_draft) as "loans",
      (select count(*)::int from documents) as "documents",
      (select count(*)::int from photos) as "photos",
      (select count(*)::int from notifications
        where user_id = ${adminId} and not is_read) as "unreadNotifications"`)
  const [figures] = rows
  if (!figures) throw new Error('A select without a table gave no row')
  return figures
}
