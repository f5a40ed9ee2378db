/** The caller's own notifications: each person reads and marks only theirs. */
import type { Notification } from '#contract/notifications/shapes.ts'
import { toFlag } from '#contract/wire.ts'
import { recordChanges } from '#server/live/record.ts'
import { transact } from '#server/database/client.ts'
import { isSeen } from '#server/database/loans-seen.ts'
import { notifications } from '#server/database/schema/notifications.ts'
import { notFound } from '#server/errors.ts'
import { afterCursor, cutPage, utcText } from '#server/http/cursor.ts'
import type { Handlers } from '#server/http/mount.ts'
import { isForAdministrators } from '#server/notices/audience.ts'
import { loansSeenBy, type Principal } from '#server/sign-in/principal.ts'
import { and, desc, eq, sql } from 'drizzle-orm'

type NotificationCalls =
  | 'listNotifications'
  | 'countUnreadNotifications'
  | 'markNotificationRead'
  | 'markAllNotificationsRead'

export const notificationHandlers: Pick<Handlers, NotificationCalls> = {
  async listNotifications({ db, principal, config, reply }, { query: filters }) {
    const limit = Number(filters.limit ?? 200)
    const rows = await db
      .select(columnsFor({ principal, config }))
      .from(notifications)
      .where(
        and(
          addressedTo({ principal, config }),
          filters.cursor
            ? afterCursor(notifications.createdAt, notifications.id, filters.cursor)
            : undefined,
        ),
      )
      .orderBy(desc(notifications.createdAt), desc(notifications.id))
      .limit(limit + 1)
    return cutPage(reply, rows, { call: 'listNotifications', filters, limit }).map(toNotification)
  },

  async countUnreadNotifications({ db, principal, config }) {
    const { id } = principal.account
    const { rows } = await db.execute<{ unread: number }>(sql`
      select count(*)::int as unread from notifications
      where user_id = ${id} and not is_read and ${isReadableBy({ principal, config })}`)
    return { unread: rows[0]?.unread ?? 0 }
  },

  async markNotificationRead({ db, principal, config }, { path: { id } }) {
    const [row] = await transact(db, async (tx) => {
      await recordChanges(tx, changeOf(principal))
      return tx
        .update(notifications)
        .set({ isRead: true })
        .where(and(eq(notifications.id, id), addressedTo({ principal, config })))
        .returning(columnsFor({ principal, config }))
    })
    if (!row) throw notFound('The notification')
    return toNotification(row)
  },

  async markAllNotificationsRead({ db, principal, config }) {
    await transact(db, async (tx) => {
      await recordChanges(tx, changeOf(principal))
      await tx.update(notifications).set({ isRead: true }).where(unreadOf({ principal, config }))
    })
    return null
  },
}

const changeOf = ({ account }: Principal) =>
  ({ topic: 'notifications', audience: { personId: account.id } }) as const

// Qualified by hand: in a query of one table, columns are printed without it.
const relatedLoanId = sql.raw('notifications.related_loan_id')
const relatedUserId = sql.raw('notifications.related_user_id')

/**
 * Whoever may not use the administrators' screens, yet or any more, isn't told of drafts, nor of what lenders do, and
 * approves nobody.
 */
interface Reader {
  principal: Principal
  config: Parameters<typeof loansSeenBy>[0]['config']
}

const isReadableBy = (reader: Reader) =>
  loansSeenBy(reader) === 'all' ? sql`true` : sql`not ${isForAdministrators('notifications')}`

/** The notifications that whoever asks may read. */
const addressedTo = (reader: Reader) =>
  and(eq(notifications.userId, reader.principal.account.id), isReadableBy(reader))

const unreadOf = (reader: Reader) => and(addressedTo(reader), sql`not is_read`)

const columnsFor = (reader: Reader) => ({
  id: notifications.id,
  type: notifications.type,
  relatedLoanId: notifications.relatedLoanId,
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
