/** Ends an account: deletes it, or deactivates it if the user has records. */
import type { AccountEnd } from '#contract/accounts/users.ts'
import type { Query } from '#contract/endpoint.ts'
import type { Endpoints } from '#contract/endpoints.ts'
import { accountRoleOf } from '#domain/access.ts'
import { fullName } from '#domain/texts.ts'
import { actorOf } from '#server/audit/record.ts'
import { withdrawAllSoft, mailWithdrawals } from '#server/book/withdraw-all.ts'
import { actsForFirm, lockBooks, writeBooks, type LockedBooks } from '#server/book/with-book.ts'
import { change } from '#server/change/change.ts'
import { joinEffects, type Effects } from '#server/change/effects.ts'
import type { Transaction } from '#server/database/client.ts'
import { users, passwordResets } from '#server/database/schema/accounts.ts'
import { conflict } from '#server/errors.ts'
import type { Context } from '#server/http/mount.ts'
import type { Sender } from '#server/mail/mail-content.ts'
import type { LockedFirm } from '#server/sign-in/people-of-firms.ts'
import { deleteResetLinks } from '#server/sign-in/reset-links.ts'
import { endSessionsOf } from '#server/sign-in/sessions.ts'
import { administratorsTypes } from '#domain/notifications/types.ts'
import { mails } from '#server/database/schema/notifications.ts'
import { outboxChanged } from '#server/mail/outbox.ts'
import { isForAdministrators } from '#server/notices/notify.ts'
import { eq, sql, and, inArray, isNull } from 'drizzle-orm'
import { lockAccount, requireRemovable, rightsChanges, type Account } from './change-account.ts'
import { mailRejection, readRegistration } from './notices.ts'
import { readStake } from './read-users.ts'
import { invitationsChanged } from './invitations.ts'
import { firmOfPerson } from '#server/database/schema/firms.ts'
import {
  deleteFirmIfEmpty,
  firmPeopleChanged,
  handOverPasses,
  lockFirmOf,
  requireManagerLeft,
} from './membership.ts'

/**
 * Deletes an account without records, or deactivates an account with records and keeps its name. If it is the last one
 * of its firm, binding commitments must be released first, and soft ones are withdrawn. Users who were awaiting approval
 * or had soft commitments get an email.
 */
export const endAccount = (
  context: Context<'admin'>,
  id: string,
  { isPending, outcome: confirmed }: Query<Endpoints['deleteUser']>,
) =>
  change(context, {
    lockWithCaller: (tx) =>
      lockAccount(tx, id, context.principal.account.id, actsForFirm(firmOfPerson(id))),
    run: async (tx, locked) => {
      const { account } = locked
      if (isPending) requirePending(account)
      requireRemovable(locked, "You can't delete your own account. Ask another administrator.")
      const firm = await lockFirmOf(tx, account)
      requireManagerLeft(firm.people, id, null)
      // Locks the user before the loans, as commitments do. A concurrent commitment is then either counted or rejected.
      // `FOR UPDATE` would deadlock with a transaction that has locked a loan and is notifying the user.
      const { firmId } = await readStake(tx, id)
      const books = await lockBooks(tx, { people: [], ...(firmId && { softOf: firmId }) })
      const { isOnRecord, binding } = await readStake(tx, id)
      if (binding > 0) throw holdsBinding(account, binding)
      // This lock must precede the `FOR UPDATE` lock on the user's row, because a registration locks its invitation
      // before it notifies the administrators.
      const handedOut = account.isAdmin ? await endHandedOut(tx, id) : {}
      const outcome = isOnRecord || (await getsRecord(tx, id)) ? 'deactivated' : 'deleted'
      if (confirmed && confirmed !== outcome) throw notAsConfirmed(account, outcome)
      const effects =
        outcome === 'deactivated'
          ? await deactivate(tx, context, { account, firmId, books, handedOut })
          : joinEffects(handedOut, await erase(tx, context.config, account, firm))
      return { ...joinEffects(effects, { changes: [firmPeopleChanged(firm.id)] }), result: null }
    },
  })

/** Prevents the rejection of a user whom another administrator has approved since the caller loaded the list. */
function requirePending(account: Account) {
  if (accountRoleOf(account) !== 'pending')
    throw conflict(
      `${fullName(account)} no longer awaits approval, so there is nothing to reject. Find the account in Manage Users.`,
      'not_awaiting_approval',
    )
}

/** Waits for concurrent writes that refer to the user, blocks new ones, and then checks for records. */
async function getsRecord(tx: Transaction, id: string): Promise<boolean> {
  await tx.execute(sql`select id from users where id = ${id} for update`)
  return (await readStake(tx, id)).isOnRecord
}

const holdsBinding = (account: Account, count: number) =>
  conflict(
    count === 1
      ? `${fullName(account)} has a binding commitment, so the account can't be deleted`
      : `${fullName(account)} has ${count} binding commitments, so the account can't be deleted`,
    'binding_commitments',
  )

const notAsConfirmed = (account: Account, outcome: AccountEnd) =>
  conflict(
    outcome === 'deactivated'
      ? `${fullName(account)} has commitments or messages on record, so the account can only be deactivated. Delete it in Manage Users to deactivate it.`
      : `${fullName(account)} no longer has commitments or messages on record, so the account would be deleted for good. Confirm that first.`,
    'not_as_confirmed',
  )

async function erase(
  tx: Transaction,
  sender: Sender,
  account: Account,
  firm: LockedFirm,
): Promise<Effects> {
  const { id, email } = account
  const role = accountRoleOf(account)
  if (role === 'pending') await mailRejection(tx, sender, account)
  await readRegistration(tx, id)
  await endSessionsOf(tx, id)
  // Uploads that were never registered are removed the same way as deleted files.
  await tx.execute(sql`
    insert into discarded_files (path) select path from uploads where user_id = ${id}
    on conflict do nothing`)
  await handOverPasses(tx, id, firm)
  await tx.delete(users).where(eq(users.id, id))
  return joinEffects(await deleteFirmIfEmpty(tx, firm, id), {
    changes: rightsChanges(id),
    entries: [{ kind: 'accountDeleted', person: account, before: { email, role } }],
    isMailed: role === 'pending',
  })
}

interface Ending {
  account: Account
  /** The firm that nobody is left to act for, or null. */
  firmId: string | null
  books: LockedBooks
  handedOut: Effects
}

async function deactivate(
  tx: Transaction,
  { config, principal, request }: Context<'admin'>,
  { account, firmId, books, handedOut }: Ending,
): Promise<Effects> {
  if (account.deactivatedAt) return handedOut
  const { id } = account
  await tx
    .update(users)
    .set({ deactivatedAt: sql`now()`, updatedAt: sql`now()` })
    .where(eq(users.id, id))
  await readRegistration(tx, id)
  await endSessionsOf(tx, id)
  await deleteResetLinks(tx, id)
  const deactivated = joinEffects(handedOut, {
    changes: rightsChanges(id),
    entries: [{ kind: 'deactivated', person: account }],
  })
  if (firmId === null) return deactivated
  const withdrawn = await withdrawAllSoft(tx, books, firmId, principal.account)
  const receiptIds = withdrawn.entries.flatMap((entry) => entry.id ?? [])
  const count = receiptIds.length
  if (count === 0) return deactivated
  const what = count === 1 ? 'the soft commitment' : `${count} soft commitments`
  const notice = {
    type: 'commitmentWithdrawn',
    message: `${fullName(account)} was deactivated, which withdrew ${what}`,
    userId: id,
  } as const
  // The entries are written before the email, which includes their figures.
  await writeBooks(tx, actorOf(request, principal), {
    ...withdrawn,
    ...joinEffects(deactivated, withdrawn),
    notices: [{ to: 'administrators', except: [principal.account.id], notice }],
  })
  await mailWithdrawals(tx, config, account, receiptIds)
  return { isMailed: true }
}

/**
 * Revokes the password links that this administrator created for others, and the approval in open invitations. Deletes
 * unsent emails addressed to administrators, but keeps emails about the user's own commitments.
 */
export async function endHandedOut(tx: Transaction, administratorId: string): Promise<Effects> {
  await tx.delete(passwordResets).where(eq(passwordResets.madeBy, administratorId))
  const { rows } = await tx.execute<{ id: string; email: string }>(sql`
    update invitations set is_approved = false
    where invited_by = ${administratorId}::uuid and is_approved
      and withdrawn_at is null and accepted_at is null
    returning id, email`)
  // The lock on the account's row blocks the job that turns notifications into emails.
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
 * Deletes the notifications that this user received as an administrator, because they name other lenders and their
 * shares. The lock on the account's row ensures that concurrent inserts see the changed role.
 */
export async function deleteNoticesOfRole(tx: Transaction, personId: string): Promise<Effects> {
  await tx.execute(sql`select from users where id = ${personId}::uuid for update`)
  const { rowCount } = await tx.execute(sql`
    delete from notifications n where n.user_id = ${personId} and ${isForAdministrators('n')}`)
  return { changes: rowCount ? [{ topic: 'notifications', audience: { personId } }] : [] }
}
