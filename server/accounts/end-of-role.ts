/**
 * The end of an administrator's role: revokes the links that the administrator issued, and removes data that only
 * administrators may see.
 */
import { administratorsTypes } from '#domain/notifications/types.ts'
import type { Effects } from '#server/change/effects.ts'
import type { Transaction } from '#server/database/client.ts'
import { passwordResets } from '#server/database/schema/accounts.ts'
import { mails } from '#server/database/schema/notifications.ts'
import { outboxChanged } from '#server/mail/outbox.ts'
import { isForAdministrators } from '#server/notices/notify.ts'
import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { invitationsChanged } from './invitations.ts'

/**
 * Revokes the password links that this administrator created for others, and the approval in open invitations.
 * Deletes unsent emails to administrators, even one that also reports the person's own commitment: its notification
 * remains.
 */
export async function endHandedOut(tx: Transaction, administratorId: string): Promise<Effects> {
  await tx.delete(passwordResets).where(eq(passwordResets.madeBy, administratorId))
  const { rows } = await tx.execute<{ id: string; email: string }>(sql`
    update invitations set is_approved = false
    where invited_by = ${administratorId}::uuid and is_approved
      and withdrawn_at is null and accepted_at is null
    returning id, email`)
  // The account's row lock blocks the job that turns notifications into emails.
  const isOfRole = inArray(mails.kind, [...administratorsTypes])
  const deleted = await tx
    .delete(mails)
    .where(and(eq(mails.userId, administratorId), isOfRole, isNull(mails.sentAt)))
    .returning({ id: mails.id })
  return {
    changes: [
      ...(rows.length > 0 ? [invitationsChanged] : []),
      ...(deleted.length > 0 ? [outboxChanged] : []),
    ],
    entries: rows.map(({ id, email }) => ({
      kind: 'invitationChanged',
      object: { id, name: email },
      before: { isApproved: true },
      after: { isApproved: false },
    })),
  }
}

/**
 * Deletes the notifications that this person received as an administrator: they name other lenders and their shares.
 * The row lock on the account makes concurrent notification inserts see that the role has ended.
 */
export async function deleteNoticesOfRole(tx: Transaction, personId: string): Promise<Effects> {
  await tx.execute(sql`select from users where id = ${personId}::uuid for update`)
  const { rowCount } = await tx.execute(sql`
    delete from notifications n where n.user_id = ${personId} and ${isForAdministrators('n')}`)
  return { changes: rowCount ? [{ topic: 'notifications', audience: { personId } }] : [] }
}
