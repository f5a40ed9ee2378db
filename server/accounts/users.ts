import { accountRoleOf, type FirmRole } from '#domain/access.ts'
import type { Body } from '#contract/endpoint.ts'
import type { Endpoints } from '#contract/endpoints.ts'
import type { AddressedNotice } from '#domain/notifications/notices.ts'
import { actorOf } from '#server/audit/record.ts'
import { change } from '#server/change/change.ts'
import { joinEffects, type Effects } from '#server/change/effects.ts'
import type { Transaction } from '#server/database/client.ts'
import { users } from '#server/database/schema/accounts.ts'
import { conflict, notFound } from '#server/errors.ts'
import type { Context } from '#server/http/mount.ts'
import { lockAdministratorShared } from '#server/sign-in/lock-administrator.ts'
import { lockFirm } from '#server/sign-in/people-of-firms.ts'
import { endSessionsOf } from '#server/sign-in/sessions.ts'
import { resetAddress } from '#server/mail/mail-texts.ts'
import { makeResetToken } from '#server/sign-in/reset-links.ts'
import { and, eq, isNotNull, sql } from 'drizzle-orm'
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
  withFreeEmail,
  type Account,
  type Locked,
} from './change-account.ts'
import { deleteNoticesOfRole, endHandedOut } from './end-account.ts'
import {
  appointManager,
  firmPeopleChanged,
  lockFirmOf,
  moveToFirm,
  requireManagerLeft,
  storeFirmRole,
} from './membership.ts'
import { findUser } from './read-users.ts'

export const approveUser = (context: Context<'admin'>, id: string) =>
  changeUser(context, id, async (tx, { account }) => {
    requireActive(account)
    return storeRole(tx, account, { isAdmin: account.isAdmin, isApproved: true })
  })

export const updateUser = (
  context: Context<'admin'>,
  id: string,
  { isAdmin, isApproved, firmId, firmRole, ...details }: Body<Endpoints['updateUser']>,
) =>
  withFreeEmail(
    changeUser(context, id, async (tx, locked) => {
      const { account } = locked
      const role = roleAfter(account, { isAdmin, isApproved })
      if (account.isAdmin && !role.isAdmin)
        requireRemovable(locked, "You can't remove your own role. Ask another administrator.")
      requireMayReaddress(locked, details.email)
      const actor = actorOf(context.request, context.principal)
      return joinEffects(
        await storePlace(tx, locked, { firmId, firmRole }),
        await storeDetails(tx, context.config, account, details, actor),
        await storeRole(tx, account, role),
      )
    }),
  )

/** Moves a person to another firm, or changes the role in the firm. Administrators don't do either for themselves. */
async function storePlace(
  tx: Transaction,
  { account, isSelf }: Locked,
  place: { firmId: string | undefined; firmRole: FirmRole | undefined },
): Promise<Effects> {
  const { firmId = account.firmId, firmRole = account.firmRole } = place
  const isMove = firmId !== account.firmId
  if (!isMove && firmRole === account.firmRole) return {}
  if (isSelf)
    throw conflict(
      "You can't change your own firm or your role in it. Ask another administrator.",
      'own_account',
    )
  return isMove
    ? moveToFirm(tx, account, { firmId, firmRole: place.firmRole })
    : storeFirmRole(tx, await lockFirmOf(tx, account), account, firmRole)
}

export const reactivateUser = (context: Context<'admin'>, id: string) =>
  changeUser(context, id, async (tx, { account }) => {
    const firm = await lockFirmOf(tx, account)
    if (firm.isDeactivated)
      throw conflict(
        "This account's firm is deactivated. Reactivate the firm first.",
        'deactivated',
      )
    const [reactivated] = await tx
      .update(users)
      .set({ deactivatedAt: null, updatedAt: sql`now()` })
      .where(and(eq(users.id, id), isNotNull(users.deactivatedAt)))
      .returning(accountColumns)
    if (!reactivated) return {}
    return joinEffects(
      {
        changes: [...rightsChanges(id), firmPeopleChanged(firm.id)],
        entries: [{ kind: 'reactivated', person: reactivated }],
      },
      reactivated.isApproved ? await appointManager(tx, firm, reactivated) : {},
    )
  })

export const resetTwoFactor = (context: Context<'admin'>, id: string) =>
  changeUser(context, id, async (tx, { account, isSelf }) => {
    if (isSelf)
      throw conflict(
        "You can't reset your own two-factor sign-in. Ask another administrator.",
        'own_account',
      )
    const actor = actorOf(context.request, context.principal)
    return (await resetTwoFactorOf(tx, context.config, account, actor)) ?? {}
  })

const changeUser = (
  context: Context<'admin'>,
  id: string,
  act: (tx: Transaction, locked: Locked) => Promise<Effects>,
) =>
  change(context, {
    lockWithCaller: (tx) => lockAccount(tx, id, context.principal.account.id),
    run: async (tx, locked) => ({ ...(await act(tx, locked)), result: await findUser(tx, id) }),
  })

export const createResetLink = (context: Context<'admin'>, id: string) => {
  const { config, principal, request } = context
  return change(context, {
    // The lock is held until the link is stored. A concurrent deactivation therefore deletes the link too.
    lockWithCaller: (tx) => lockAdministratorShared(tx, principal.account.id, id),
    run: async (tx) => {
      const [account] = await tx.select(accountColumns).from(users).where(eq(users.id, id))
      if (!account) throw notFound('The user')
      if (account.id === principal.account.id)
        throw conflict(
          "You can't create a reset link for yourself. Change your password on your profile.",
          'own_account',
        )
      requireActive(account)
      const { token, expiresAt } = await makeResetToken(tx, id, principal.account.id)
      const notice = { sender: config, owner: account, actor: actorOf(request, principal) }
      return {
        ...(await notifyOwner(tx, notice, accountEvents.resetLinkMade)),
        result: { url: resetAddress(config, token), expiresAt: expiresAt.toISOString() },
        entries: [{ kind: 'resetLinkMade', person: account }],
      }
    },
  })
}

export const signOutUser = (context: Context<'admin'>, id: string) =>
  change(context, {
    // With this lock, a concurrent sign-in either finishes before its session is ended here, or starts afterward.
    lockWithCaller: (tx) => lockAccount(tx, id, context.principal.account.id),
    run: async (tx, { account, isSelf }) => {
      if (isSelf)
        throw conflict("You can't sign yourself out here. Use your profile.", 'own_account')
      const ended = await endSessionsOf(tx, id)
      const before = { signIns: ended }
      return {
        result: { ended },
        entries: ended > 0 ? [{ kind: 'sessionEnded', person: account, before }] : [],
      }
    },
  })

type Role = Pick<Account, 'isAdmin' | 'isApproved'>

/** Returns the role after an update. Administrators are always approved. */
function roleAfter(account: Account, asked: { [Flag in keyof Role]: boolean | undefined }): Role {
  const isAdmin = asked.isAdmin ?? account.isAdmin
  if (account.isAdmin && isAdmin && account.isApproved && asked.isApproved === false)
    throw conflict('Administrators are always approved. Change the role first.', 'admin_approved')
  const isApproved = asked.isApproved ?? account.isApproved
  return { isAdmin, isApproved: isAdmin || isApproved }
}

/** Stores a role. A new role or a withdrawn approval ends the user's sessions. An approval sends one notification. */
async function storeRole(tx: Transaction, account: Account, role: Role): Promise<Effects> {
  const { id } = account
  const isNewRole = role.isAdmin !== account.isAdmin
  if (!isNewRole && role.isApproved === account.isApproved) return {}
  requireActive(account)
  // The account may just have moved.
  const [{ firmId } = account] = await tx
    .select({ firmId: users.firmId })
    .from(users)
    .where(eq(users.id, id))
  const firm = await lockFirm(tx, firmId)
  if (!role.isApproved) requireManagerLeft(firm.people, id, role)
  await tx
    .update(users)
    .set({ ...role, updatedAt: sql`now()` })
    .where(eq(users.id, id))
  if (isNewRole || !role.isApproved) await endSessionsOf(tx, id)
  const ended =
    account.isAdmin && !role.isAdmin
      ? joinEffects(await endHandedOut(tx, id), await deleteNoticesOfRole(tx, id))
      : {}
  const isApproval = role.isApproved && !account.isApproved
  if (isApproval) await readRegistration(tx, id)
  const appointed = role.isApproved ? await appointManager(tx, firm, account) : {}
  return joinEffects(ended, appointed, {
    changes: [...rightsChanges(id), firmPeopleChanged(firmId)],
    entries: [
      isNewRole
        ? {
            kind: 'roleChanged',
            person: account,
            before: { role: accountRoleOf(account) },
            after: { role: accountRoleOf(role) },
          }
        : { kind: role.isApproved ? 'approved' : 'approvalWithdrawn', person: account },
    ],
    notices: isApproval ? [await noticeOfApproval(tx, id)] : [],
  })
}

async function noticeOfApproval(tx: Transaction, userId: string): Promise<AddressedNotice> {
  const [person] = await tx
    .select({ firmRole: users.firmRole, isAdmin: users.isAdmin })
    .from(users)
    .where(eq(users.id, userId))
  const isViewer = person?.firmRole === 'viewer' && !person.isAdmin
  const right = isViewer ? 'read documents and ask questions' : 'commit to loans'
  const message = `Your account was approved. You can now ${right}.`
  return { to: 'people', ids: [userId], notice: { type: 'approved', message, userId } }
}
