/** Changes to the accounts of colleagues by a manager. */
import type { Body } from '#contract/endpoint.ts'
import type { Endpoints } from '#contract/endpoints.ts'
import type { FirmPerson } from '#contract/firms/shapes.ts'
import { isActiveMember, personState } from '#domain/firms/people.ts'
import { fullName } from '#domain/texts.ts'
import { rightsChanges, lockAccounts, type Account } from '#server/accounts/change-account.ts'
import { readRegistration } from '#server/accounts/notices.ts'
import {
  appointManager,
  firmPeopleChanged,
  requireManagerLeft,
  storeFirmRole,
} from '#server/accounts/membership.ts'
import { change } from '#server/change/change.ts'
import { joinEffects, type Effects } from '#server/change/effects.ts'
import type { Transaction } from '#server/database/client.ts'
import { users } from '#server/database/schema/accounts.ts'
import { conflict, forbidden, managersOnly, notFound, unauthorized } from '#server/errors.ts'
import type { Context } from '#server/http/mount.ts'
import { lockFirm, type LockedFirm } from '#server/sign-in/people-of-firms.ts'
import { deleteResetLinks } from '#server/sign-in/reset-links.ts'
import { endSessionsOf } from '#server/sign-in/sessions.ts'
import { eq, sql } from 'drizzle-orm'
import { readPeople } from './read-people.ts'

type Manager = Pick<Context<'manager'>, 'principal'>

interface LockedManager {
  firm: LockedFirm
  accounts: Account[]
  /** @throws {ApiError} 403 if the caller lost the role after the access check. */
  requireManager: () => void
}

/** Locks the caller and, if given, a second account, and then the caller's firm. */
export async function lockManager(
  tx: Transaction,
  { principal }: Manager,
  otherId?: string,
): Promise<LockedManager> {
  const { id } = principal.account
  const ids = otherId === undefined ? [id] : [id, otherId]
  const accounts = await lockAccounts(tx, sql`${users.id} = any(${sql.param(ids)}::uuid[])`)
  const caller = accounts.find((account) => account.id === id)
  if (!caller || caller.deactivatedAt) throw unauthorized()
  // A caller whose account has just moved acts for neither firm.
  if (caller.firmId !== principal.account.firmId) throw managersOnly()
  const isManager = caller.isAdmin || (caller.isApproved && caller.firmRole === 'manager')
  return {
    firm: await lockFirm(tx, caller.firmId),
    accounts,
    requireManager() {
      if (!isManager) throw managersOnly()
    },
  }
}

type Act = (tx: Transaction, firm: LockedFirm, account: Account) => Promise<Effects>

/** Runs an act on a colleague. The last manager is checked before the caller's role, which the colleague may have ended. */
const changePerson = (
  context: Context<'manager'>,
  id: string,
  ownAccountMessage: string,
  act: Act,
): Promise<FirmPerson> =>
  change(context, {
    lock: (tx) => lockManager(tx, context, id),
    run: async (tx, { firm, accounts, requireManager }) => {
      const account = accounts.find((each) => each.id === id)
      if (account?.firmId !== firm.id) throw notFound('The person')
      const { account: caller } = context.principal
      if (id === caller.id) throw conflict(ownAccountMessage, 'own_account')
      if (account.isAdmin && !caller.isAdmin)
        throw forbidden('Only an administrator can change the account of an administrator')
      const effects = await act(tx, firm, account)
      requireManager()
      const people = (await readPeople(tx, [firm.id], caller)).get(firm.id) ?? []
      const result = people.find((person) => person.id === id)
      if (!result) throw notFound('The person')
      return { ...effects, result }
    },
  })

export const changeColleague = (
  context: Context<'manager'>,
  id: string,
  { firmRole }: Body<Endpoints['updateFirmPerson']>,
) =>
  changePerson(
    context,
    id,
    "You can't change your own role. Ask another manager.",
    (tx, firm, account) => storeFirmRole(tx, firm, account, firmRole),
  )

export const deactivateColleague = (context: Context<'manager'>, id: string) =>
  changePerson(
    context,
    id,
    "You can't deactivate your own account. Ask another manager.",
    async (tx, firm, account) => {
      const member = firm.people.find((each) => each.id === id)
      if (!member || personState(member) === 'deactivated') return {}
      if (!isActiveMember(member))
        throw conflict(
          `${fullName(account)} awaits approval. Ask the originator to reject the account.`,
          'not_approved',
        )
      requireManagerLeft(firm.people, id, { isDeactivated: true })
      await tx
        .update(users)
        .set({ deactivatedAt: sql`now()`, updatedAt: sql`now()` })
        .where(eq(users.id, id))
      await readRegistration(tx, id)
      await endSessionsOf(tx, id)
      await deleteResetLinks(tx, id)
      return {
        changes: [...rightsChanges(id), firmPeopleChanged(firm.id)],
        entries: [{ kind: 'deactivated', person: account }],
      }
    },
  )

export const reactivateColleague = (context: Context<'manager'>, id: string) =>
  changePerson(context, id, "You can't reactivate your own account.", async (tx, firm, account) => {
    if (!account.deactivatedAt) return {}
    await tx
      .update(users)
      .set({ deactivatedAt: null, updatedAt: sql`now()` })
      .where(eq(users.id, id))
    return joinEffects(
      {
        changes: [...rightsChanges(id), firmPeopleChanged(firm.id)],
        entries: [{ kind: 'reactivated', person: account }],
      },
      account.isApproved ? await appointManager(tx, firm, account) : {},
    )
  })
