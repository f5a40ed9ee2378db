/**
 * Queues emails about notifications. Several notifications of one type are combined into one email per user, and the
 * next email of that type is delayed. Several processes can do this at the same time.
 */
import type { BatchedType } from '#domain/notifications/types.ts'
import type { Database, Transaction } from '#server/database/client.ts'
import { transact } from '#server/database/transactions.ts'
import { utcText } from '#server/database/sql/time-texts.ts'
import { insertMails } from '#server/mail/insert-mails.ts'
import { sql } from 'drizzle-orm'
import { contentsOf, type NoticeMail, type NoticeSender } from './contents.ts'
import { isOpen, kindSql, lastDigestTime, timingSql } from './timings.ts'

/**
 * The number of minutes until the next email of the same type. The delay lets one email combine several notifications.
 */
const pauseMinutes = 10
const maxGroups = 10
const maxPerGroup = 1000

interface Group {
  userId: string
  type: BatchedType
  hasReceipt: boolean
  wantsMail: boolean
}

export async function queueMails(db: Database, sender: NoticeSender): Promise<boolean> {
  return transact(db, async (tx) => {
    const groups = await lockGroups(tx)
    if (groups.length === 0) return false
    const claimed = await claim(tx, groups)
    const wanted = groups.filter(({ wantsMail }) => wantsMail)
    const mails = claimed.filter((one) =>
      wanted.some(({ userId, type }) => userId === one.userId && type === one.kind),
    )
    await insertWritten(tx, sender, mails)
    return claimed.length > 0
  })
}

/**
 * Queues the daily digests that are due, at most one per user and day. A digest contains all notifications of the kinds
 * for which the user chose daily emails.
 */
export async function queueDigests(db: Database, sender: NoticeSender): Promise<boolean> {
  return transact(db, async (tx) => {
    const since = lastDigestTime(sender)
    const isDigestDue = sql`not exists (
      select 1 from mails m where m.user_id = person and m.kind = 'dailyDigest'
        and m.created_at between ${since} and now())`
    const isDaily = sql`mail_handled_at is null and exists (
      select 1 from mail_choices c
      where c.user_id = n.user_id and c.timing = 'daily'
        and c.kind = ${kindSql(sql`n.type`, sql`(n.receipt_id is not null)`)})`
    const { rows: due } = await tx.execute<{ userId: string }>(sql`
      with daily as (select distinct user_id as person from mail_choices where timing = 'daily')
      select u.id as "userId" from daily join users u on u.id = person
      where u.notify_by_email and u.deactivated_at is null and ${isDigestDue} and exists (
        select 1 from notifications n where n.user_id = person and ${isDaily} and n.created_at < ${since})
      limit ${sql.raw(String(maxGroups))}
      for no key update of u skip locked`)
    if (due.length === 0) return false
    // Checks again that the digest is due, because another process might have just queued it and released the user's
    // row.
    const { rows } = await tx.execute<NoticeMail & Record<string, unknown>>(sql`
      with people as (
        select person from unnest(${sql.param(due.map(({ userId }) => userId))}::uuid[]) as given (person)
        where ${isDigestDue}
      ), handled as (
        update notifications n set mail_handled_at = now() from people
        where n.user_id = people.person and ${isDaily}
        returning n.user_id
      )
      select distinct user_id as "userId", 'dailyDigest' as kind, ${utcText(sql`now()`)} as "at" from handled`)
    await insertWritten(tx, sender, rows)
    return rows.length > 0
  })
}

/**
 * Only the subject is stored. The body is written when the email is sent, because the recipient's access can change.
 */
async function insertWritten(tx: Transaction, sender: NoticeSender, mails: NoticeMail[]) {
  const written = await contentsOf(tx, sender, mails)
  if (written.length === 0) return
  await insertMails(
    tx,
    written.map(({ mail, recipient, content }) => ({
      ...{ recipient, userId: mail.userId, kind: mail.kind },
      subject: content.subject,
      body: '',
    })),
  )
}

const isDue = sql`(not wants_mail or not exists (
  select 1 from mails m
  where m.user_id = person and m.kind = type
    and m.created_at between now() - ${pauseMinutes} * interval '1 minute' and now()))`

/**
 * Finds groups of notifications that are due now, and locks the users' rows so that only one process creates a user's
 * emails. The recursive query uses the index to skip from group to group.
 */
async function lockGroups(tx: Transaction): Promise<Group[]> {
  const { rows } = await tx.execute<Group & Record<string, unknown>>(sql`
    with recursive groups as (
      (select user_id as person, type from notifications where ${isOpen}
        order by user_id, type limit 1)
      union all
      select next.person, next.type from groups cross join lateral (
        select user_id as person, n.type from notifications n
        where ${isOpen} and (user_id, n.type) > (groups.person, groups.type)
        order by user_id, n.type limit 1) as next
    ), timed as (
      select person, type, has_receipt, ${timingSql(sql`of_kind.kind`)} as timing
      from groups join users u on u.id = person
        cross join (values (false), (true)) as either (has_receipt)
        cross join lateral (select ${kindSql(sql`type`, sql`has_receipt`)} as kind) as of_kind
        left join mail_choices c on c.user_id = person and c.kind = of_kind.kind
      where exists (
        select 1 from notifications n where ${isOpen} and n.user_id = person and n.type = groups.type
          and (n.receipt_id is not null) = has_receipt)
    ), wanted as (
      select person, type, has_receipt, timing = 'now' as wants_mail from timed
      where timing <> 'daily'
    )
    select person as "userId", type, has_receipt as "hasReceipt", wants_mail as "wantsMail"
    from wanted join users u on u.id = person
    where ${isDue}
    limit ${sql.raw(String(maxGroups))}
    for no key update of u skip locked`)
  return rows
}

/**
 * Marks the groups' notifications as handled. Checks again that each group is due, because another process might have
 * just handled it and released the user's row.
 */
async function claim(tx: Transaction, groups: Group[]): Promise<NoticeMail[]> {
  const column = (name: keyof Group) => sql.param(groups.map((group) => group[name]))
  const { rows } = await tx.execute<NoticeMail & Record<string, unknown>>(sql`
    with due as (
      select person, type, has_receipt
      from unnest(${column('userId')}::uuid[], ${column('type')}::text[],
        ${column('hasReceipt')}::boolean[], ${column('wantsMail')}::boolean[])
        as given (person, type, has_receipt, wants_mail)
      where ${isDue}
    ), claimed as (
      select n.id from due cross join lateral (
        select * from notifications
        where user_id = due.person and notifications.type = due.type and ${isOpen}
          and (receipt_id is not null) = due.has_receipt
        order by created_at, id
        limit ${sql.raw(String(maxPerGroup))}
        for update skip locked) as n
    ), handled as (
      update notifications set mail_handled_at = now()
      from claimed where notifications.id = claimed.id
      returning user_id, type
    )
    select distinct user_id as "userId", type as kind, ${utcText(sql`now()`)} as at from handled`)
  return rows
}
