/**
 * Notifies people: one row for each recipient, so that everyone has their own read state, written in
 * the transaction of what it reports. Emails are made from these rows later (`server/mail/digest.ts`).
 */
import type { BatchedType } from '#domain/notifications/types.ts'
import { changesInsertEach } from '#server/changes/record.ts'
import type { Database, Queryable } from '#server/database/client.ts'
import { deleteOld } from '#server/database/delete-old.ts'
import { notifications } from '#server/database/schema/notifications.ts'
import type { Given } from '#server/database/statement.ts'
import { sql, type SQL } from 'drizzle-orm'

export interface Notice {
  /** Security notices are sent by `server/accounts/notices.ts`, which emails at once. */
  type: BatchedType
  /** One or more sentences. */
  message: string
  /** What it links to: the loan, else the person. */
  loanId?: string
  userId?: string
}

/** All administrators except the one who acted. */
export const administratorsBut = (actorId: string | SQL) =>
  sql`u.is_admin and u.id <> ${actorId}::uuid`

/** All approved lenders. */
export const approvedLenders = sql`u.is_approved and not u.is_admin`

/** These people. */
export const people = (ids: readonly string[]) => sql`u.id = any(${sql.param([...ids])}::uuid[])`

/** Lenders with a soft or binding share of the loan, or who marked it as a favorite. */
export const followersOf = (
  loanId: string | SQL,
) => sql`u.is_approved and not u.is_admin and u.id in (
  select lender_id from commitments where loan_id = ${loanId}::uuid and status = 'active'
  union all select user_id from favorites where loan_id = ${loanId}::uuid)`

/** The start of a longer text, on one line, for a notice about it. */
export function excerpt(text: string): string {
  const parts = new Intl.Segmenter().segment(text.replaceAll(/\s+/g, ' ').trim())
  const letters = Array.from(parts, ({ segment }) => segment)
  return letters.length <= excerptLetters
    ? letters.join('')
    : `${letters.slice(0, excerptLetters).join('').trimEnd()}…`
}
const excerptLetters = 200

/** Writes the notice for each recipient with an active account. Kick the outbox after the commit. */
export async function notify(db: Queryable, recipients: SQL, notice: Notice): Promise<void> {
  await db.execute(sql`with ${noticesInsert('told', recipients, notice)} select 1`)
}

/**
 * The same as part of a larger statement: the common table expressions `name` and `name`_changed. There is
 * a notice for each row of `source`, such as `, made`, whose columns the other parts may name. It uses clock_timestamp(), not now(), so that one transaction's notices
 * keep their order. Recipients' rows are locked, so that it waits for a concurrent deletion, and then
 * leaves that person out.
 */
export const noticesInsert = (
  name: string,
  recipients: SQL,
  { type, message, loanId, userId }: Given<Notice>,
  source = sql``,
) => sql`${sql.identifier(name)} as (
  insert into notifications
    (id, user_id, type, related_loan_id, related_user_id, message, created_at)
  select gen_random_uuid(), u.id, ${type}, ${loanId ?? null}::uuid, ${userId ?? null}::uuid,
    ${message}, clock_timestamp()
  from users u${source}
  where u.deactivated_at is null and (${recipients})
  for key share of u
  returning user_id
), ${changesInsertEach(`${name}_changed`, 'notifications', sql`user_id`, sql`from ${sql.identifier(name)}`)}`

/** Deletes read notifications a year after they were created: the time of reading isn't stored. */
export const purgeNotifications = (db: Database) =>
  deleteOld(db, notifications, sql`is_read and created_at < now() - interval '1 year'`)
