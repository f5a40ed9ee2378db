/** What ends with an administrator's role, besides the sessions: what they handed out, and what only administrators learn. */
import { administratorsTypes } from '#domain/notifications/types.ts'
import { record, type Actor } from '#server/audit/record.ts'
import { recordChanges } from '#server/live/record.ts'
import type { Transaction } from '#server/database/client.ts'
import { passwordResets } from '#server/database/schema/accounts.ts'
import { mails } from '#server/database/schema/notifications.ts'
import { outboxChanged } from '#server/mail/changes.ts'
import { isForAdministrators } from '#server/notices/audience.ts'
import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { invitationsChanged } from './invitations.ts'

/**
 * Ends the password links that this administrator made for others. Whoever registers by one of their invitations
 * awaits approval like anybody else.
 */
export async function endHandedOut(
  tx: Transaction,
  administratorId: string,
  actor: Actor,
): Promise<void> {
  await tx.delete(passwordResets).where(eq(passwordResets.madeBy, administratorId))
  const { rows } = await tx.execute<{ id: string; email: string }>(sql`
    update invitations set is_approved = false
    where invited_by = ${administratorId}::uuid and is_approved
      and withdrawn_at is null and accepted_at is null
    returning id, email`)
  if (rows.length === 0) return
  await recordChanges(tx, invitationsChanged)
  await record(
    tx,
    actor,
    ...rows.map(({ id, email }) => ({
      kind: 'invitationChanged' as const,
      object: { id, name: email },
      before: { isApproved: true },
      after: { isApproved: false },
    })),
  )
}

/**
 * Deletes emails of what only administrators learn that this person hasn't been sent yet. The account's row is locked
 * against emails that are being made of notifications. One that also tells of an own commitment goes too: its receipt
 * stays a notification.
 */
export async function deleteMailsOfRole(tx: Transaction, personId: string): Promise<void> {
  const deleted = await tx
    .delete(mails)
    .where(
      and(
        eq(mails.userId, personId),
        inArray(mails.kind, [...administratorsTypes]),
        isNull(mails.sentAt),
      ),
    )
    .returning({ id: mails.id })
  if (deleted.length > 0) await recordChanges(tx, outboxChanged)
}

/**
 * Deletes what this person was told as an administrator: it names other lenders and their shares. The account's row
 * is locked against notices that are being written, which then find that the role has ended.
 */
export async function deleteNoticesOfRole(tx: Transaction, personId: string): Promise<void> {
  await tx.execute(sql`select from users where id = ${personId}::uuid for update`)
  const { rowCount } = await tx.execute(sql`
    delete from notifications n where n.user_id = ${personId} and ${isForAdministrators('n')}`)
  if (rowCount) await recordChanges(tx, { topic: 'notifications', audience: { personId } })
}
