import type { Queryable } from '#server/database/client.ts'
import { utcText } from '#server/database/sql/time-texts.ts'
import { isLinkMail } from '#server/mail/link-mails.ts'
import type { MailContent } from '#server/mail/mail-content.ts'
import type { ClaimedMail } from '#server/mail/outbox.ts'
import { sql } from 'drizzle-orm'
import { contentsOf, maxAgeDays, type NoticeSender } from './contents.ts'

/**
 * Describes a queued notification email, or a copy of a sent one. The contents depend on the recipient's current
 * access.
 */
export async function describeMail(
  db: Queryable,
  sender: NoticeSender,
  mail: ClaimedMail,
): Promise<MailContent | null> {
  const { userId, kind } = mail
  if (userId === null || kind === null) return null
  if (isLinkMail(kind) || kind === 'accountSecurity') return null
  const at = await timeOfNotices(db, mail)
  const [found] = at === null ? [] : await contentsOf(db, sender, [{ userId, kind, at }])
  return found?.content ?? null
}

/** A copy contains the notifications of the sent email with the same subject and body. */
async function timeOfNotices(db: Queryable, mail: ClaimedMail): Promise<string | null> {
  const { id, userId, kind, subject, body, queuedAt } = mail
  const { rows } = await db.execute<{ at: string }>(sql`
    select ${utcText(sql`m.created_at`)} as at from mails m
    where m.user_id = ${userId} and m.kind = ${kind} and m.created_at <= ${queuedAt}::timestamptz
      and (m.id = ${id} or m.sent_at is not null and m.subject = ${subject} and m.body = ${body})
      and exists (
        select 1 from notifications n
        where n.user_id = m.user_id and n.mail_handled_at = m.created_at
          and n.created_at > m.created_at - ${maxAgeDays} * interval '1 day')
    order by m.created_at desc limit 1`)
  return rows[0]?.at ?? null
}
