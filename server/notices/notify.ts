/**
 * Tells people what happened: one row for each recipient, so that reading is personal, written in
 * the transaction of what it tells about. Mails are made of them later (`server/mail/digest.ts`).
 */
import type { BatchedType } from '#domain/notifications/types.ts'
import type { Database, Queryable } from '#server/database/client.ts'
import { deleteOld } from '#server/database/delete-old.ts'
import { notifications } from '#server/database/schema/notifications.ts'
import { sql, type SQL } from 'drizzle-orm'

export interface Notice {
  /** An account's security is told by `server/accounts/notices.ts`, which mails at once. */
  type: BatchedType
  /** One sentence, or a few. */
  message: string
  /** Where it leads: to the loan, else to the person. */
  loanId?: string
  userId?: string
}

/** Administrators, but for the one who did it. */
export const administratorsBut = (actorId: string) => sql`u.is_admin and u.id <> ${actorId}::uuid`

/** All approved lenders. */
export const approvedLenders = sql`u.is_approved and not u.is_admin`

/** These people. */
export const people = (ids: readonly string[]) => sql`u.id = any(${sql.param([...ids])}::uuid[])`

/** Lenders who hold a part of the loan, softly or bindingly, or favour it. */
export const followersOf = (loanId: string) => sql`u.is_approved and not u.is_admin and (
  exists (select 1 from commitments c
    where c.loan_id = ${loanId}::uuid and c.lender_id = u.id and c.status = 'active')
  or exists (select 1 from favorites f where f.loan_id = ${loanId}::uuid and f.user_id = u.id))`

/** The beginning of a longer text, on one line, for a notice about it. */
export function excerpt(text: string): string {
  const parts = new Intl.Segmenter().segment(text.replaceAll(/\s+/g, ' ').trim())
  const letters = Array.from(parts, ({ segment }) => segment)
  return letters.length <= excerptLetters
    ? letters.join('')
    : `${letters.slice(0, excerptLetters).join('').trimEnd()}…`
}
const excerptLetters = 200

/** Writes the notice for each recipient whose account is active. Kick the outbox after the commit. */
export async function notify(db: Queryable, recipients: SQL, notice: Notice): Promise<void> {
  await db.execute(noticesInsert(recipients, notice))
}

/**
 * The same as a statement, to be part of a larger one; `alsoIf` is one more condition. The clock's
 * own time, not the transaction's, keeps what one transaction tells in its order. Recipients are held
 * until the end, so that one who is being deleted is waited for, and left out.
 */
export const noticesInsert = (
  recipients: SQL,
  { type, message, loanId, userId }: Notice,
  alsoIf: SQL = sql`true`,
) => sql`
  insert into notifications
    (id, user_id, type, related_loan_id, related_user_id, message, created_at)
  select gen_random_uuid(), u.id, ${type}, ${loanId ?? null}::uuid, ${userId ?? null}::uuid,
    ${message}, clock_timestamp()
  from users u
  where u.deactivated_at is null and (${recipients}) and ${alsoIf}
  for key share of u`

/** Removes what was read, a year after it was written: when it was read isn't stored. */
export const purgeNotifications = (db: Database) =>
  deleteOld(db, notifications, sql`is_read and created_at < now() - interval '1 year'`)
