/** A person's place in a firm: joining it, moving to another one, and the role in it. */
import type { FirmRole } from '#domain/access.ts'
import type { Named, NewEntry } from '#domain/audit/entries.ts'
import {
  hasManagerIfActive,
  isActiveMember,
  withChange,
  type Member,
} from '#domain/firms/people.ts'
import type { AddressedNotice } from '#domain/notifications/notices.ts'
import { typesOfFirms } from '#domain/notifications/types.ts'
import { fullName } from '#domain/texts.ts'
import { joinEffects, type Effects } from '#server/change/effects.ts'
import type { Transaction } from '#server/database/client.ts'
import { users } from '#server/database/schema/accounts.ts'
import { vocabulary } from '#server/database/schema/columns.ts'
import { firms } from '#server/database/schema/firms.ts'
import { conflict, notFound } from '#server/errors.ts'
import type { Change } from '#server/live/record.ts'
import {
  deleteFirmsWithoutPeople,
  lockFirm,
  lockFirms,
  type LockedFirm,
} from '#server/sign-in/people-of-firms.ts'
import { endSessionsOf } from '#server/sign-in/sessions.ts'
import { eq, sql } from 'drizzle-orm'
import { withdrawInvitationsTo } from './invitations.ts'

interface Joining extends Named {
  email: string
}

export const firmPeopleChanged = (firmId: string): Change => ({
  topic: 'users',
  audience: { firmId },
})

/** The effects of a new person's joining the locked firm, whose people were read before. */
export async function joinFirm(
  tx: Transaction,
  firm: LockedFirm,
  person: Joining,
  isApproved: boolean,
): Promise<Effects> {
  const appointed = isApproved ? await appointManager(tx, firm, person) : {}
  const state = isApproved ? 'is approved' : 'awaits approval'
  return joinEffects(
    {
      changes: [
        firmPeopleChanged(firm.id),
        { topic: 'invitations', audience: { firmId: firm.id } },
      ],
      entries: [{ kind: 'firmJoined', person, object: objectOf(firm) }],
      notices: noticesOfJoining(firm, person, `${nameOf(person)} joined your firm and ${state}`),
    },
    appointed,
  )
}

const objectOf = ({ id, displayName }: LockedFirm) => ({ id, name: displayName })

const nameOf = (person: Joining) => `${fullName(person)} (${person.email})`

function noticesOfJoining({ people }: LockedFirm, { id }: Joining, message: string) {
  const ids = people
    .filter((each) => isActiveMember(each) && each.firmRole === 'manager' && each.id !== id)
    .map((manager) => manager.id)
  const notice = { type: 'firmMemberJoined', message, userId: id } as const
  return ids.length === 0 ? [] : [{ to: 'people', ids, notice } satisfies AddressedNotice]
}

/** Makes a person who is active from now on the manager of the firm, if it has no other active manager. */
export async function appointManager(
  tx: Transaction,
  { people, ...firm }: LockedFirm,
  person: Named,
): Promise<Effects> {
  const others = people.filter(({ id }) => id !== person.id)
  if (others.some((each) => isActiveMember(each) && each.firmRole === 'manager')) return {}
  const { rows } = await tx.execute<{ before: FirmRole }>(sql`
    update users set firm_role = 'manager' from users old
    where users.id = ${person.id}::uuid and old.id = users.id and old.firm_role <> 'manager'
    returning old.firm_role as before`)
  return {
    entries: rows.map(({ before }) => entryOfRole({ ...firm, people }, person, before, 'manager')),
  }
}

const entryOfRole = (
  firm: LockedFirm,
  person: Named,
  before: FirmRole,
  after: FirmRole,
): NewEntry => ({
  kind: 'firmRoleChanged',
  person,
  object: objectOf(firm),
  before: { firmRole: before },
  after: { firmRole: after },
})

/** @throws {ApiError} 409 `last_manager` if the firm would keep active people without an active manager. */
export function requireManagerLeft(
  people: readonly Member[],
  id: string,
  change: Partial<Member> | null,
) {
  if (hasManagerIfActive(people) && !hasManagerIfActive(withChange(people, id, change)))
    throw conflict(
      'The firm needs a manager as long as it has people. Make someone else a manager first.',
      'last_manager',
    )
}

/** Locks the firm of a locked account. */
export const lockFirmOf = (tx: Transaction, { firmId }: { firmId: string }) => lockFirm(tx, firmId)

type Person = Joining & { firmId: string; firmRole: FirmRole; isApproved: boolean }

/** Stores a role in the firm, and ends the person's sign-ins. */
export async function storeFirmRole(
  tx: Transaction,
  firm: LockedFirm,
  person: Person,
  firmRole: FirmRole,
): Promise<Effects> {
  if (firmRole === person.firmRole) return {}
  requireManagerLeft(firm.people, person.id, { firmRole })
  await tx
    .update(users)
    .set({ firmRole, updatedAt: sql`now()` })
    .where(eq(users.id, person.id))
  await endSessionsOf(tx, person.id)
  return {
    changes: [firmPeopleChanged(firm.id), { topic: 'users', audience: 'admins' }],
    entries: [entryOfRole(firm, person, person.firmRole, firmRole)],
  }
}

/**
 * Moves a locked account to another firm, as a viewer unless a role is given, and ends its sign-ins. The commitments,
 * messages and passes stay with the firm that the person leaves.
 */
export async function moveToFirm(
  tx: Transaction,
  person: Person,
  { firmId, firmRole = 'viewer' }: { firmId: string; firmRole?: FirmRole | undefined },
): Promise<Effects> {
  const locked = await lockFirms(tx, [person.firmId, firmId])
  const from = locked.find(({ id }) => id === person.firmId)
  const to = locked.find(({ id }) => id === firmId)
  if (!from) throw notFound('The firm')
  requireManagerLeft(from.people, person.id, null)
  const left = from.people.filter(({ id }) => id !== person.id)
  if (from.isOnRecord && !left.some(isActiveMember))
    throw conflict(
      `${fullName(person)} is the last person of a firm with commitments or messages, so the account can't move.`,
      'has_records',
    )
  if (!to) throw notFound('The firm')
  if (to.isOriginator) throw conflict("Nobody can join the originator's firm", 'originator_firm')
  if (to.isDeactivated)
    throw conflict('This firm is deactivated. Reactivate it first.', 'deactivated')
  // An unnamed firm goes by the oldest account, which may be that of the person who joins.
  const isNameless = to.name === null && to.people.length > 0
  const named = isNameless ? await storeName(tx, to, to.displayName.slice(0, 200)) : {}
  await handOverPasses(tx, person.id, from)
  await deleteNoticesOfFirm(tx, person.id)
  await tx
    .update(users)
    .set({ firmId, firmRole, updatedAt: sql`now()` })
    .where(eq(users.id, person.id))
  await endSessionsOf(tx, person.id)
  const emptied = await deleteFirmIfEmpty(tx, from, person.id)
  const effects: Effects = {
    changes: [
      firmPeopleChanged(from.id),
      firmPeopleChanged(to.id),
      { topic: 'firms', audience: 'admins' },
      { topic: 'notifications', audience: { personId: person.id } },
    ],
    entries: [
      {
        kind: 'firmMoved',
        person,
        object: objectOf(to),
        before: { firmId: from.id, firm: from.displayName, firmRole: person.firmRole },
        after: { firmId: to.id, firm: to.displayName, firmRole },
      },
    ],
    notices: noticesOfJoining(to, person, `${nameOf(person)} joined your firm`),
  }
  const appointed = person.isApproved ? await appointManager(tx, to, person) : {}
  return joinEffects(named, emptied, effects, appointed)
}

/** Deletes a locked firm that its last person has left, and ends its invitations. */
export async function deleteFirmIfEmpty(
  tx: Transaction,
  { id, people }: LockedFirm,
  leaverId: string,
): Promise<Effects> {
  if (people.some((person) => person.id !== leaverId)) return {}
  const ended = await withdrawInvitationsTo(tx, id)
  await deleteFirmsWithoutPeople(tx, [id])
  return ended
}

/** Stores the name of a locked firm. */
export async function storeName(
  tx: Transaction,
  firm: LockedFirm,
  name: string | null,
): Promise<Effects> {
  if (name === firm.name) return {}
  await tx.update(firms).set({ name }).where(eq(firms.id, firm.id))
  return {
    changes: [
      { topic: 'firms', audience: 'admins' },
      { topic: 'firms', audience: { firmId: firm.id } },
      { topic: 'users', audience: 'admins' },
      { topic: 'users', audience: { firmId: firm.id } },
      { topic: 'book', audience: 'admins' },
      { topic: 'messages', audience: 'admins' },
      { topic: 'messages', audience: { firmId: firm.id } },
    ],
    entries: [
      {
        kind: 'firmChanged',
        object: { id: firm.id, name: name ?? firm.displayName },
        before: { name: firm.name },
        after: { name },
      },
    ],
  }
}

/** Administrators keep notifications, because they read them for the originator. */
const deleteNoticesOfFirm = (tx: Transaction, personId: string) =>
  tx.execute(sql`
    delete from notifications using users where users.id = user_id and not users.is_admin
      and user_id = ${personId}::uuid and type in (${vocabulary(typesOfFirms)})`)

/** Gives the passes of a person who leaves to the colleague who is longest in the firm. An empty firm keeps none. */
export async function handOverPasses(tx: Transaction, personId: string, { people }: LockedFirm) {
  const heir = people.find(({ id }) => id !== personId)
  await tx.execute(
    heir
      ? sql`update passes set lender_id = ${heir.id}::uuid where lender_id = ${personId}::uuid`
      : sql`delete from passes where lender_id = ${personId}::uuid`,
  )
}
