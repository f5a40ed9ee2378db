/** How an account ends: deleted, or deactivated if the desk has records of the person. */
import type { AccountEnd } from '#contract/accounts/users.ts'
import { roleOf } from '#domain/access.ts'
import type { Named } from '#domain/audit/entries.ts'
import { fullName } from '#domain/texts.ts'
import { record, type Actor } from '#server/audit/record.ts'
import { withdrawAllSoft } from '#server/book/withdraw-all.ts'
import { lockBooks, type LockedBooks } from '#server/book/with-book.ts'
import { mailWithdrawals } from '#server/book/withdrawal-mail.ts'
import { recordChanges } from '#server/live/record.ts'
import type { Transaction } from '#server/database/client.ts'
import { users } from '#server/database/schema/accounts.ts'
import { conflict } from '#server/errors.ts'
import type { Sender } from '#server/mail/mail-texts.ts'
import { notify } from '#server/notices/notify.ts'
import { deleteResetLinks } from '#server/sign-in/reset-links.ts'
import { endSessionsOf } from '#server/sign-in/sessions.ts'
import { eq, sql } from 'drizzle-orm'
import { lockAccount, requireRemovable, rightsChanges, type Account } from './change-account.ts'
import { deleteMailsOfRole, endHandedOut } from './end-of-role.ts'
import { mailRejection, readRegistration } from './notices.ts'
import { countRecords } from './records.ts'

/** The account that a call ends, and what its caller takes it for. */
interface AccountToEnd {
  id: string
  isPending: boolean | undefined
  outcome: AccountEnd | undefined
}

/**
 * Ends an account: deletes it if it has no records, else deactivates it and keeps its name. A
 * person who is bound to fund a share of a loan has to be released first. Who awaited approval, or had soft
 * commitments, is told by email: call `kick` after the commit.
 */
export async function endAccount(
  tx: Transaction,
  sender: Sender,
  { id, isPending, outcome: confirmed }: AccountToEnd,
  caller: Named,
  actor: Actor,
): Promise<void> {
  const locked = await lockAccount(tx, id, caller.id)
  if (isPending) requirePending(locked.account)
  requireRemovable(locked, "You can't delete your own account. Ask another administrator.")
  // Lock the person before the loans, as committing does: a commitment under way has finished and is
  // counted; the next one waits, and finds the account ended. `FOR NO KEY UPDATE` still lets a
  // transaction that holds a loan insert a notification for the person; otherwise they would deadlock.
  const books = await lockBooks(tx, { people: [], softOf: id })
  const { records, binding } = await countRecords(tx, id)
  if (binding > 0) throw holdsBinding(locked.account, binding)
  // Before the person's row is locked `FOR UPDATE`: a registration by one of the invitations holds the invitation, and
  // then notifies the administrators.
  if (locked.account.isAdmin) {
    await endHandedOut(tx, id, actor)
    await deleteMailsOfRole(tx, id)
  }
  const outcome = records > 0 || (await getsRecord(tx, id)) ? 'deactivated' : 'deleted'
  if (confirmed && confirmed !== outcome) throw notAsConfirmed(locked.account, outcome)
  if (outcome === 'deactivated')
    await deactivate(tx, sender, locked.account, { account: caller, actor }, books)
  else {
    if (roleOf(locked.account) === 'pending') await mailRejection(tx, sender, locked.account)
    await erase(tx, locked.account, actor)
  }
}

/** Refuses to reject whom another administrator has approved since the caller read the list. */
function requirePending(account: Account) {
  if (roleOf(account) !== 'pending')
    throw conflict(
      `${fullName(account)} no longer awaits approval, so there is nothing to reject. Find the account in Manage Users.`,
      'not_awaiting_approval',
    )
}

/** Waits for concurrent writes that refer to the person, blocks new ones, and checks for records. */
async function getsRecord(tx: Transaction, id: string): Promise<boolean> {
  await tx.execute(sql`select id from users where id = ${id} for update`)
  return (await countRecords(tx, id)).records > 0
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

async function erase(tx: Transaction, account: Account, actor: Actor) {
  const { id, email } = account
  await recordChanges(tx, ...rightsChanges(id))
  await record(tx, actor, {
    kind: 'accountDeleted',
    person: account,
    before: { email, role: roleOf(account) },
  })
  await readRegistration(tx, id)
  await endSessionsOf(tx, id)
  // Bytes that were uploaded but never registered are removed like deleted files.
  await tx.execute(sql`
    insert into discarded_files (path) select path from uploads where user_id = ${id}
    on conflict do nothing`)
  await tx.delete(users).where(eq(users.id, id))
}

async function deactivate(
  tx: Transaction,
  sender: Sender,
  account: Account,
  by: { account: Named; actor: Actor },
  books: LockedBooks,
) {
  if (account.deactivatedAt) return
  await tx
    .update(users)
    .set({ deactivatedAt: sql`now()`, updatedAt: sql`now()` })
    .where(eq(users.id, account.id))
  await readRegistration(tx, account.id)
  await endSessionsOf(tx, account.id)
  await deleteResetLinks(tx, account.id)
  await recordChanges(tx, ...rightsChanges(account.id))
  await record(tx, by.actor, { kind: 'deactivated', person: account })
  const receiptIds = await withdrawAllSoft(tx, books, account, by)
  const count = receiptIds.length
  if (count === 0) return
  await mailWithdrawals(tx, sender, account, receiptIds)
  const what = count === 1 ? 'the soft commitment' : `${count} soft commitments`
  await notify(tx, {
    to: 'administrators',
    except: [by.account.id],
    notice: {
      type: 'commitmentWithdrawn',
      message: `${fullName(account)} was deactivated, which withdrew ${what}`,
      userId: account.id,
    },
  })
}
