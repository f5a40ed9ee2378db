/**
 * Notifies users of a change in the transaction that makes the change. Each recipient has a separate row, because
 * recipients read notifications independently. `server/notifications/mailing/` emails these rows later.
 */
import type { AddressedNotice } from '#domain/notifications/notices.ts'
import { noteTopic } from '#server/live/named-topics.ts'
import type { Database } from '#server/database/client.ts'
import { deleteOld } from '#server/database/sql/delete-old.ts'
import { audienceOf, isFullySeenByFirm, isSeenByFirm } from '#server/database/schema/audience.ts'
import { isIdOfDraft } from '#server/database/schema/loans.ts'
import { notifications } from '#server/database/schema/notifications.ts'
import { administratorsTypes, typesOfDecisions } from '#domain/notifications/types.ts'
import { vocabulary } from '#server/database/schema/columns.ts'
import { readsForFirm } from '#server/sign-in/people-of-firms.ts'
import { sql, type SQL } from 'drizzle-orm'

export const approvedLenders = sql`u.is_approved and not u.is_admin`

/** A condition for lenders who can read messages. `name` is the alias of the users table. */
export function isReachableLender(name: string): SQL<boolean> {
  const user = sql.identifier(name)
  return sql`(${user}.is_approved and not ${user}.is_admin and ${user}.deactivated_at is null)`
}

/**
 * Lenders whose firm has a soft or binding share of the loan, or who marked it as a favorite and see it in full. A draft
 * has no followers.
 */
export const followersOf = (
  loanId: string | SQL,
) => sql`${approvedLenders} and not ${isIdOfDraft(loanId)}
  and ${isFullySeenByFirm(sql`${loanId}::uuid`, sql`u.firm_id`)} and (
  u.firm_id in (select firm_id from commitments where loan_id = ${loanId}::uuid and status = 'active')
  or u.id in (select user_id from favorites where loan_id = ${loanId}::uuid))`

export function excerpt(text: string): string {
  const parts = new Intl.Segmenter().segment(text.replaceAll(/\s+/g, ' ').trim())
  const letters = Array.from(parts, ({ segment }) => segment)
  return letters.length <= excerptLetters
    ? letters.join('')
    : `${letters.slice(0, excerptLetters).join('').trimEnd()}…`
}
const excerptLetters = 200

export function noticeRows(notices: readonly AddressedNotice[]): string {
  if (notices.length > 0) noteTopic('notifications')
  return JSON.stringify(
    notices.map(({ notice, except, ...recipients }, place) => ({
      ...notice,
      ...recipients,
      place,
      but: except ?? [],
    })),
  )
}

const notice = sql`json_to_recordset(${sql.placeholder('notices')}::json) as n (
  place int, "to" text, ids uuid[], but uuid[], "of" uuid, type text, message text, "loanId" uuid,
  "userId" uuid, "receiptId" uuid, "batchId" uuid)`

/**
 * Locks and returns the recipients' accounts. Other transactions that delete an account or remove its role wait for
 * this lock. If one of them has already finished, its user is omitted.
 */
const recipients = (name: string, join: SQL) => sql`${sql.identifier(name)} as materialized (
  select u.id as recipient, notice.place from notice ${join}
  where u.deactivated_at is null and u.id <> all (notice.but)
  for key share of u)`

const recipientParts = {
  people: recipients(
    'people',
    sql`join users u on notice."to" = 'people' and u.id = any (notice.ids)`,
  ),
  firms: recipients(
    'firms',
    // A person who awaits approval sees only loans for everyone.
    sql`join users u on notice."to" = 'firms' and u.firm_id = any (notice.ids) and ${readsForFirm('u')}
      and (u.firm_role <> 'viewer' or u.is_admin or notice.type not in (${vocabulary(typesOfDecisions)}))
      and (u.is_approved or u.is_admin or coalesce(${audienceOf(sql`notice."loanId"`)}, 'everyone') = 'everyone')`,
  ),
  administrators: recipients(
    'administrators',
    sql`join users u on notice."to" = 'administrators' and u.is_admin`,
  ),
  lenders: recipients(
    'lenders',
    sql`join users u on notice."to" = 'lenders' and ${approvedLenders}
        and coalesce(${isSeenByFirm(sql`notice."loanId"`, sql`u.firm_id`)}, true)
      or notice."to" = 'followers' and ${followersOf(sql`notice."of"`)}`,
  ),
}

/**
 * Inserts a notification for each recipient of each notice, as part of a larger statement. clock_timestamp() preserves
 * the order of notices, because now() is the same throughout a transaction.
 */
export const noticeParts = (
  ...kinds: (keyof typeof recipientParts)[]
) => sql`notice as materialized (select * from ${notice}),
  ${sql.join(
    kinds.map((kind) => recipientParts[kind]),
    sql`, `,
  )},
  notified as (
    insert into notifications
      (id, user_id, type, related_loan_id, related_user_id, receipt_id, batch_id, message, created_at)
    select gen_random_uuid(), recipient, type, "loanId", "userId", "receiptId", "batchId", message,
      clock_timestamp()
    from (${sql.join(
      kinds.map((kind) => sql`select * from ${sql.identifier(kind)}`),
      sql` union all `,
    )}) addressed
      join notice using (place)
    order by place
    returning user_id
  )`

export const noticeTopics = sql`
  select distinct 'notifications', null::uuid, user_id::text from notified`

/** Deletes read notifications a year after they were created. The time when they were read isn't stored. */
export const purgeNotifications = (db: Database) =>
  deleteOld(db, notifications, sql`is_read and created_at < now() - interval '1 year'`)

/**
 * A condition for notifications that inform administrators about lenders' actions. Lenders get the same types of
 * notifications about their own commitments, but with a receipt.
 */
export function isForAdministrators(alias: string): SQL {
  const column = (name: string) => sql.raw(`${alias}.${name}`)
  return sql`(${column('type')} in (${vocabulary(administratorsTypes)}) and ${column('receipt_id')} is null)`
}
