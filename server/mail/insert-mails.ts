/** Puts emails into the outbox, in the transaction of what they are about. */
import { randomUUID } from 'node:crypto'
import type { Queryable } from '#server/database/client.ts'
import type { mails } from '#server/database/schema/notifications.ts'
import { sql } from 'drizzle-orm'

/** What is known of an email when it is written; its text may be empty (`mails.body`). */
export type QueuedMail = Pick<
  typeof mails.$inferInsert,
  'recipient' | 'userId' | 'kind' | 'invitationId' | 'subject' | 'body'
>

/** Adds emails to the outbox, by the same statement however many they are. */
export async function insertMails(db: Queryable, queued: readonly QueuedMail[]): Promise<void> {
  const rows = queued.map((mail) => ({ id: randomUUID(), ...mail }))
  await db.execute(sql`
    insert into mails (id, recipient, user_id, kind, invitation_id, subject, body)
    select * from json_to_recordset(${JSON.stringify(rows)}::json) as queued (id uuid, recipient text,
      "userId" uuid, kind text, "invitationId" uuid, subject text, body text)`)
}
