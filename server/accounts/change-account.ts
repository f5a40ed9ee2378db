/** The guarded changes to accounts: locks, and rules about roles. */
import type { NewEntry } from '#domain/audit/entries.ts'
import { emailKey, fullName } from '#domain/texts.ts'
import { record, type Actor } from '#server/audit/record.ts'
import { recordChanges, type Change } from '#server/live/record.ts'
import type { Queryable, Transaction } from '#server/database/client.ts'
import { users } from '#server/database/schema/accounts.ts'
import { conflict, forbidden, notFound } from '#server/errors.ts'
import { endSessionsOf } from '#server/sign-in/sessions.ts'
import type { Sender } from '#server/mail/mail-texts.ts'
import { deleteResetLinks } from '#server/sign-in/reset-links.ts'
import { asc, eq, getTableColumns, or, sql } from 'drizzle-orm'
import { accountEvents, notifyOfNewEmail, notifyOwner } from './notices.ts'
import { removeTwoFactor } from '#server/sign-in/second-factor.ts'

const { password: _password, ...allButPassword } = getTableColumns(users)
/**
 * The columns read of an account. The password hash is read only where one is checked
 * (`test/support/secret-reads.ts` lists these calls).
 */
export const accountColumns = allButPassword
export type Account = Omit<typeof users.$inferSelect, 'password'>

/** The account with an address, ignoring letter case. */
export const hasEmail = (email: string) => sql`lower(${users.email}) = ${emailKey(email)}`

/** What a change of an account's details or second factor shows in: lists of people, and its own profile. */
export const accountChanges = (id: string): Change[] => [
  { topic: 'users', subject: id, audience: 'admins' },
  { topic: 'users', subject: id, audience: { personId: id } },
]

/** The same of its rights, by which the platform's lenders are counted. */
export const rightsChanges = (id: string): Change[] => [...accountChanges(id), { topic: 'stats' }]

const details = ['firstName', 'lastName', 'email', 'companyName'] as const
interface Details {
  firstName?: string | undefined
  lastName?: string | undefined
  email?: string | undefined
  companyName?: string | null | undefined
}

/** The audit entry for a changed name or email, with only the changed fields; null when none changed. */
export function changeOf(account: Account, given: Details): NewEntry | null {
  const changed = details.filter(
    (name) => given[name] !== undefined && given[name] !== account[name],
  )
  if (changed.length === 0) return null
  const only = (values: Details) => Object.fromEntries(changed.map((name) => [name, values[name]]))
  return { kind: 'accountChanged', before: only(account), after: only(given) }
}

/**
 * Reads the account, locked together with every active administrator, all in one order: when two
 * administrators remove each other's role at once, the second sees the first one's change.
 */
export async function lockAccount(tx: Transaction, id: string, actorId: string) {
  const locked = await tx
    .select(accountColumns)
    .from(users)
    .where(or(eq(users.id, id), isActiveAdmin))
    .orderBy(asc(users.id))
    .for('no key update')
  const account = locked.find((row) => row.id === id)
  if (!account) throw notFound('The user')
  const administrators = locked.filter((row) => row.isAdmin && !row.deactivatedAt)
  // The caller was an administrator when asking, but another change came first.
  if (!administrators.some((row) => row.id === actorId)) throw forbidden()
  const isLastAdmin = administrators.every((row) => row.id === id) && administrators.length === 1
  return { account, isSelf: id === actorId, isLastAdmin }
}
type Locked = Awaited<ReturnType<typeof lockAccount>>

const isActiveAdmin = sql`${users.isAdmin} and ${users.deactivatedAt} is null`

/** Whether an administrator is the only active one. */
export const isOnlyAdmin = async (db: Queryable) => (await db.$count(users, isActiveAdmin)) === 1

/** The account with an address, locked for a change; undefined when there is none. */
export async function lockAccountOf(tx: Transaction, email: string): Promise<Account | undefined> {
  const [account] = await tx
    .select(accountColumns)
    .from(users)
    .where(hasEmail(email))
    .for('no key update')
  return account
}

/** These accounts, locked for a change, in the order in which every transaction locks several. */
export const lockAccounts = (tx: Transaction, ids: readonly string[]): Promise<Account[]> =>
  tx
    .select(accountColumns)
    .from(users)
    .where(sql`${users.id} = any(${sql.param([...ids])}::uuid[])`)
    .orderBy(asc(users.id))
    .for('no key update')

/** Refuses to remove the last administrator, or oneself. */
export function requireRemovable({ account, isSelf, isLastAdmin }: Locked, words: string) {
  if (isSelf) throw conflict(words, 'own_account')
  if (isLastAdmin)
    throw conflict(
      `${fullName(account)} is the last administrator. Make someone else an administrator first.`,
      'last_admin',
    )
}

/**
 * Refuses to change one's own address: reset links go there, so an open session alone would be
 * enough to set a new password without the current one. A change of letter case is allowed.
 */
export function requireMayReaddress(locked: Locked, email: string | undefined) {
  const { account, isSelf, isLastAdmin } = locked
  if (!isSelf || email === undefined || emailKey(email) === emailKey(account.email)) return
  throw conflict(
    isLastAdmin
      ? 'Change your own email address on your profile'
      : "You can't change your own email address. Ask another administrator.",
    'own_account',
  )
}

/** Stores the given name and email address, audits the change, and notifies about a new address. */
export async function storeDetails(
  tx: Transaction,
  sender: Sender,
  account: Account,
  given: Details,
  actor: Actor,
) {
  await tx
    .update(users)
    .set({ ...given, updatedAt: sql`now()` })
    .where(eq(users.id, account.id))
  // Whoever reads the old address must no longer be able to set the password.
  if (given.email !== undefined && given.email !== account.email) {
    await deleteResetLinks(tx, account.id)
    await notifyOfNewEmail(tx, { sender, owner: account, actor }, given.email)
  }
  await recordChanges(tx, ...accountChanges(account.id))
  const change = changeOf(account, given)
  if (change) await record(tx, actor, { ...change, person: account })
}

/** The role of a deactivated account can't change until it is active again. */
export function requireActive(account: Account) {
  if (account.deactivatedAt)
    throw conflict('This account is deactivated. Reactivate it first.', 'deactivated')
}

/**
 * Turns two-factor sign-in off for a person who has lost the app and the codes, ends that person's
 * sessions, and sends a security notice. False when it was not on. The caller's transaction holds the
 * lock on the account's row.
 */
export async function resetTwoFactorOf(
  tx: Transaction,
  sender: Sender,
  account: Account,
  actor: Actor,
): Promise<boolean> {
  if (!(await removeTwoFactor(tx, account.id))) return false
  await endSessionsOf(tx, account.id)
  await recordChanges(tx, ...accountChanges(account.id))
  await notifyOwner(tx, { sender, owner: account, actor }, accountEvents.twoFactorOff)
  await record(tx, actor, { kind: 'twoFactorOff', person: account })
  return true
}
