/** Accounts, for administrators. */
import { roleOf } from '#domain/access.ts'
import { actorOf, record, type Actor } from '#server/audit/record.ts'
import { recordChanges } from '#server/live/record.ts'
import { transact, type Transaction } from '#server/database/client.ts'
import { users } from '#server/database/schema/accounts.ts'
import { violatesUnique, conflict, notFound } from '#server/errors.ts'
import type { Handlers } from '#server/http/mount.ts'
import { holdAdministrator } from '#server/sign-in/lock-administrator.ts'
import { endSessionsOf } from '#server/sign-in/sessions.ts'
import { resetAddress } from '#server/mail/mail-texts.ts'
import { notify } from '#server/notices/notify.ts'
import { makeResetToken } from '#server/sign-in/reset-links.ts'
import { and, eq, isNotNull, sql } from 'drizzle-orm'
import { endAccount } from './end-account.ts'
import { accountEvents, notifyOwner, readRegistration } from './notices.ts'
import {
  accountColumns,
  lockAccount,
  requireActive,
  requireRemovable,
  requireMayReaddress,
  resetTwoFactorOf,
  rightsChanges,
  storeDetails,
  type Account,
} from './change-account.ts'
import { emailTaken } from './calls.ts'
import { deleteMailsOfRole, deleteNoticesOfRole, endHandedOut } from './end-of-role.ts'
import { findUser, listBoundLoans, listPendingUsers, listUsers, pageOf } from './read-users.ts'

type UserCalls =
  | 'listUsers'
  | 'listPendingUsers'
  | 'listBoundLoans'
  | 'approveUser'
  | 'updateUser'
  | 'deleteUser'
  | 'reactivateUser'
  | 'createResetLink'
  | 'signOutUser'
  | 'resetTwoFactor'

export const userHandlers: Pick<Handlers, UserCalls> = {
  async listUsers({ db, reply }, { query: filters }) {
    return pageOf(reply, await listUsers(db, filters), 'listUsers', filters)
  },

  async listPendingUsers({ db, reply }, { query: filters }) {
    return pageOf(reply, await listPendingUsers(db, filters), 'listPendingUsers', filters)
  },

  async listBoundLoans({ db }, { path: { id } }) {
    if ((await db.$count(users, eq(users.id, id))) === 0) throw notFound('The user')
    return listBoundLoans(db, id)
  },

  async approveUser({ db, principal, request, kickOutbox }, { path: { id } }) {
    const approved = await transact(db, async (tx) => {
      const { account } = await lockAccount(tx, id, principal.account.id)
      requireActive(account)
      const role = { isAdmin: account.isAdmin, isApproved: true }
      await storeRole(tx, account, role, actorOf(request, principal))
      return findUser(tx, id)
    })
    kickOutbox()
    return approved
  },

  async updateUser(
    { db, config, principal, request, kickOutbox },
    { path: { id }, body: { isAdmin, isApproved, ...details } },
  ) {
    const actor = actorOf(request, principal)
    try {
      const changed = await transact(db, async (tx) => {
        const locked = await lockAccount(tx, id, principal.account.id)
        const role = roleAfter(locked.account, { isAdmin, isApproved })
        if (locked.account.isAdmin && !role.isAdmin)
          requireRemovable(locked, "You can't remove your own role. Ask another administrator.")
        requireMayReaddress(locked, details.email)
        await storeDetails(tx, config, locked.account, details, actor)
        await storeRole(tx, locked.account, role, actor)
        return findUser(tx, id)
      })
      kickOutbox()
      return changed
    } catch (error) {
      if (violatesUnique(error, 'users_email_key')) throw emailTaken()
      throw error
    }
  },

  async deleteUser(
    { db, config, principal, request, kickOutbox },
    { path: { id }, query: { isPending, outcome } },
  ) {
    const actor = actorOf(request, principal)
    const asked = { id, isPending, outcome }
    await transact(db, (tx) => endAccount(tx, config, asked, principal.account, actor))
    kickOutbox()
    return null
  },

  async reactivateUser({ db, principal, request }, { path: { id } }) {
    return transact(db, async (tx) => {
      // Locks every administrator: none can act as the sole one while another is reactivated.
      await lockAccount(tx, id, principal.account.id)
      const [reactivated] = await tx
        .update(users)
        .set({ deactivatedAt: null, updatedAt: sql`now()` })
        .where(and(eq(users.id, id), isNotNull(users.deactivatedAt)))
        .returning(accountColumns)
      if (reactivated) {
        await recordChanges(tx, ...rightsChanges(id))
        await record(tx, actorOf(request, principal), { kind: 'reactivated', person: reactivated })
      }
      return findUser(tx, id)
    })
  },

  async createResetLink({ db, config, principal, request, kickOutbox }, { path: { id } }) {
    const made = await transact(db, async (tx) => {
      // Locked until the link is stored, so that a concurrent deactivation deletes it too.
      await holdAdministrator(tx, principal.account.id, id)
      const [account] = await tx.select(accountColumns).from(users).where(eq(users.id, id))
      if (!account) throw notFound('The user')
      if (account.id === principal.account.id)
        throw conflict(
          "You can't create a reset link for yourself. Change your password on your profile.",
          'own_account',
        )
      requireActive(account)
      const actor = actorOf(request, principal)
      const { token, expiresAt } = await makeResetToken(tx, id, principal.account.id)
      await notifyOwner(tx, { sender: config, owner: account, actor }, accountEvents.resetLinkMade)
      await record(tx, actor, { kind: 'resetLinkMade', person: account })
      return { url: resetAddress(config, token), expiresAt: expiresAt.toISOString() }
    })
    kickOutbox()
    return made
  },

  async signOutUser({ db, principal, request }, { path: { id } }) {
    return transact(db, async (tx) => {
      // Locked, so that a concurrent sign-in either finished before and is ended, or starts afterward.
      const { account, isSelf } = await lockAccount(tx, id, principal.account.id)
      if (isSelf)
        throw conflict("You can't sign yourself out here. Use your profile.", 'own_account')
      const ended = await endSessionsOf(tx, id)
      if (ended > 0)
        await record(tx, actorOf(request, principal), {
          kind: 'sessionEnded',
          person: account,
          before: { signIns: ended },
        })
      return { ended }
    })
  },

  async resetTwoFactor({ db, config, principal, request, kickOutbox }, { path: { id } }) {
    const reset = await transact(db, async (tx) => {
      const { account, isSelf } = await lockAccount(tx, id, principal.account.id)
      if (isSelf)
        throw conflict(
          "You can't reset your own two-factor sign-in. Ask another administrator.",
          'own_account',
        )
      await resetTwoFactorOf(tx, config, account, actorOf(request, principal))
      return findUser(tx, id)
    })
    kickOutbox()
    return reset
  },
}

type Role = Pick<Account, 'isAdmin' | 'isApproved'>

/** The role after a change: an administrator is always approved. */
function roleAfter(account: Account, asked: { [Flag in keyof Role]: boolean | undefined }): Role {
  const isAdmin = asked.isAdmin ?? account.isAdmin
  if (account.isAdmin && isAdmin && account.isApproved && asked.isApproved === false)
    throw conflict('Administrators are always approved. Change the role first.', 'admin_approved')
  const isApproved = asked.isApproved ?? account.isApproved
  return { isAdmin, isApproved: isAdmin || isApproved }
}

/**
 * Stores a role. A new role, or a withdrawn approval, ends the person's sessions; an approval sends
 * the person one notification.
 */
async function storeRole(tx: Transaction, account: Account, role: Role, actor: Actor) {
  const isSame = role.isAdmin === account.isAdmin && role.isApproved === account.isApproved
  if (isSame) return
  requireActive(account)
  await tx
    .update(users)
    .set({ ...role, updatedAt: sql`now()` })
    .where(eq(users.id, account.id))
  await recordChanges(tx, ...rightsChanges(account.id))
  if (role.isAdmin !== account.isAdmin || !role.isApproved) await endSessionsOf(tx, account.id)
  if (account.isAdmin && !role.isAdmin) {
    await endHandedOut(tx, account.id, actor)
    await deleteMailsOfRole(tx, account.id)
    await deleteNoticesOfRole(tx, account.id)
  }
  if (role.isAdmin !== account.isAdmin)
    await record(tx, actor, {
      kind: 'roleChanged',
      person: account,
      before: { role: roleOf(account) },
      after: { role: roleOf(role) },
    })
  else
    await record(tx, actor, {
      kind: role.isApproved ? 'approved' : 'approvalWithdrawn',
      person: account,
    })
  if (role.isApproved && !account.isApproved) {
    await readRegistration(tx, account.id)
    await notify(tx, {
      to: 'people',
      ids: [account.id],
      notice: {
        type: 'approved',
        message: 'Your account was approved. You can now commit to loans.',
        userId: account.id,
      },
    })
  }
}
