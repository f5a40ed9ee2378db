/**
 * Notifies people: one row for each recipient, so that everyone has their own read state, written in
 * the transaction of what it reports. Emails are made from these rows later (`server/mail/digest.ts`).
 */
import type { BatchedType } from '#domain/notifications/types.ts'
import { changesInsertEach } from '#server/changes/record.ts'
import type { Database, Queryable } from '#server/database/client.ts'
import { deleteOld } from '#server/database/delete-old.ts'
import { isIdOfDraft } from '#server/database/loans-seen.ts'
import { isOneOf } from '#server/database/named-statements.ts'
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
  /** The receipt that it brings. */
  receiptId?: string
  /** Of the documents that it tells of; it is mailed a little later, in case there are more. */
  batchId?: string
}

/** All administrators except the one who acted. */
export const administratorsBut = (actorId: string | SQL) =>
  sql`u.is_admin and u.id <> ${actorId}::uuid`

/** All approved lenders. */
export const approvedLenders = sql`u.is_approved and not u.is_admin`

/** Whether a row of the users, by this name in the statement, is of a lender who can read what is sent to it. */
export function isReachableLender(name: string): SQL<boolean> {
  const user = sql.identifier(name)
  return sql`(${user}.is_approved and not ${user}.is_admin and ${user}.deactivated_at is null)`
}

/** These people. */
export const people = (ids: readonly string[]) => isOneOf(sql`u.id`, { type: 'uuid', of: ids })

/** Lenders with a soft or binding share of the loan, or who marked it as a favorite; nobody follows a draft. */
export const followersOf = (
  loanId: string | SQL,
) => sql`${approvedLenders} and not ${isIdOfDraft(loanId)} and u.id in (
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

/** A notice and its recipients: a condition on the users `u`. */
export interface AddressedNotice {
  to: SQL
  notice: Notice
}

/** Writes the notice for each recipient with an active account. Kick the outbox after the commit. */
export const notify = (db: Queryable, recipients: SQL, notice: Notice): Promise<void> =>
  notifyAll(db, [{ to: recipients, notice }])

/** The same for several notices, which are listed in this order. */
export async function notifyAll(db: Queryable, notices: readonly AddressedNotice[]): Promise<void> {
  if (notices.length > 0) await db.execute(sql`with ${noticesInsert('told', notices)} select 1`)
}

/**
 * The same as part of a larger statement: the common table expressions `name`, `name`_changed, and one for each
 * notice. There is a notice for each row of `source`, such as `, made`, whose columns the other parts may name.
 * It uses clock_timestamp(), not now(), so that one transaction's notices keep their order. Recipients' rows are
 * locked, so that it waits for a concurrent deletion, and then leaves that person out.
 */
export function noticesInsert(
  name: string,
  notices: readonly { to: SQL; notice: Given<Notice> }[],
  source = sql``,
): SQL {
  const parts = notices.map(({ to, notice }, index) => ({
    part: sql.identifier(`${name}_${index}`),
    rows: recipientsOf(to, notice, index, source),
  }))
  return sql`${sql.join(
    parts.map(({ part, rows }) => sql`${part} as materialized (${rows})`),
    sql`, `,
  )}, ${sql.identifier(name)} as (
    insert into notifications
      (id, user_id, type, related_loan_id, related_user_id, receipt_id, batch_id, message, created_at)
    select gen_random_uuid(), user_id, type, loan_id, person_id, receipt_id, batch_id, message,
      clock_timestamp()
    from (${sql.join(
      parts.map(({ part }) => sql`select * from ${part}`),
      sql` union all `,
    )}) as addressed
    order by place
    returning user_id
  ), ${changesInsertEach(`${name}_changed`, 'notifications', sql`user_id`, sql`from ${sql.identifier(name)}`)}`
}

const recipientsOf = (
  to: SQL,
  { type, message, loanId, userId, receiptId, batchId }: Given<Notice>,
  place: number,
  source: SQL,
) => sql`
  select u.id as user_id, ${type}::text as type, ${loanId ?? null}::uuid as loan_id,
    ${userId ?? null}::uuid as person_id, ${receiptId ?? null}::uuid as receipt_id,
    ${batchId ?? null}::uuid as batch_id, ${message}::text as message, ${sql.raw(String(place))} as place
  from users u${source}
  where u.deactivated_at is null and (${to})
  for key share of u`

/** Deletes read notifications a year after they were created: the time of reading isn't stored. */
export const purgeNotifications = (db: Database) =>
  deleteOld(db, notifications, sql`is_read and created_at < now() - interval '1 year'`)
