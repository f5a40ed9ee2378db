/** The administrators' figures: totals and pending work. */
import type { AdminSummary } from '#contract/notifications/shapes.ts'
import type { Database } from '#server/database/client.ts'
import { sql } from 'drizzle-orm'

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
