import { randomUUID } from 'node:crypto'
import { changesInsertEach } from '#server/live/record.ts'
import type { Queryable } from '#server/database/client.ts'
import type { mails } from '#server/database/schema/notifications.ts'
import { sql } from 'drizzle-orm'

type QueuedMail = Pick<
  typeof mails.$inferInsert,
  'recipient' | 'userId' | 'kind' | 'invitationId' | 'returnTo' | 'subject' | 'body' | 'html'
> & { id?: string }

/** Adds any number of emails to the outbox with one statement. Call `kickOutbox` after the commit. */
export async function insertMails(db: Queryable, queued: readonly QueuedMail[]): Promise<void> {
  const rows = queued.map((mail) => ({ id: randomUUID(), ...mail }))
  await db.execute(sql`
    with queued as (
      insert into mails (id, recipient, user_id, kind, invitation_id, return_to, subject, body, html)
      select * from json_to_recordset(${JSON.stringify(rows)}::json) as mail (id uuid, recipient text,
        "userId" uuid, kind text, "invitationId" uuid, "returnTo" text, subject text, body text,
        html text)
      returning id
    ), ${changesInsertEach('queued_changed', 'mails', sql`'admins'`, sql`from queued`)}
    select 1`)
}
