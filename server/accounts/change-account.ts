import type { NewEntry } from '#domain/audit/entries.ts'
import { emailKey, fullName } from '#domain/texts.ts'
import type { Actor } from '#server/audit/record.ts'
import { joinEffects, type Effects } from '#server/change/effects.ts'
import type { Change } from '#server/live/record.ts'
import type { Queryable, Transaction } from '#server/database/client.ts'
import { users } from '#server/database/schema/accounts.ts'
import { conflict, forbidden, notFound, violatesUnique } from '#server/errors.ts'
import { endSessionsOf } from '#server/sign-in/sessions.ts'
import type { Sender } from '#server/mail/mail-content.ts'
import { deleteResetLinks } from '#server/sign-in/reset-links.ts'
import { asc, eq, getTableColumns, sql, type SQL } from 'drizzle-orm'
import { accountEvents, notifyOfNewEmail, notifyOwner } from './notices.ts'
import { removeTwoFactor } from '#server/sign-in/two-factor/second-factor.ts'

const { password: _password, ...allButPassword } = getTableColumns(users)
/** Account columns without the password hash. Only the code listed in `test/support/secret-reads.ts` reads the hash. */
export const accountColumns = allButPassword
export type Account = Omit<typeof users.$inferSelect, 'password'>

export const hasEmail = (email: string) => sql`lower(${users.email}) = ${emailKey(email)}`

/**
 * The changes to announce when an account or its second factor changes. They affect user lists and the user's own
 * profile.
 */
export const accountChanges = (id: string): Change[] => [
  { topic: 'users', subject: id, audience: 'admins' },
  { topic: 'users', subject: id, audience: { personId: id } },
]

/** The changes to announce when a user's rights change. The platform statistics also depend on lenders' rights. */
export const rightsChanges = (id: string): Change[] => [...accountChanges(id), { topic: 'stats' }]

const details = ['firstName', 'lastName', 'email', 'companyName'] as const
interface Details {
  firstName?: string | undefined
  lastName?: string | undefined
  email?: string | undefined
  companyName?: string | null | undefined
}

/** The audit entry for a changed name or email, with only the changed fields. Empty if nothing has changed. */
export function entriesOfDetails(account: Account, sent: Details): NewEntry[] {
  const changed = details.filter((name) => sent[name] !== undefined && sent[name] !== account[name])
  if (changed.length === 0) return []
  const only = (values: Details) => Object.fromEntries(changed.map((name) => [name, values[name]]))
  return [{ kind: 'accountChanged', person: account, before: only(account), after: only(sent) }]
}

/**
 * Locks the account and all active administrators in a fixed order. If two administrators remove each other's role at
 * the same time, the second transaction sees the first one's change.
 */
export async function lockAccount(
  tx: Transaction,
  id: string,
  actorId: string,
  others: SQL = sql`false`,
) {
  const locked = await lockAccounts(tx, sql`${users.id} = ${id} or ${isActiveAdmin} or ${others}`)
  const account = locked.find((row) => row.id === id)
  if (!account) throw notFound('The user')
  const administrators = locked.filter((row) => row.isAdmin && !row.deactivatedAt)
  // A concurrent change could have removed the caller's administrator role.
  if (!administrators.some((row) => row.id === actorId)) throw forbidden()
  const isLastAdmin = administrators.every((row) => row.id === id) && administrators.length === 1
  return { account, isSelf: id === actorId, isLastAdmin }
}
export type Locked = Awaited<ReturnType<typeof lockAccount>>

const isActiveAdmin = sql`${users.isAdmin} and ${users.deactivatedAt} is null`

export const isOnlyAdmin = async (db: Queryable) => (await db.$count(users, isActiveAdmin)) === 1

/** Locks accounts in the order that every transaction uses, to avoid deadlocks. */
export const lockAccounts = (tx: Transaction, which: SQL): Promise<Account[]> =>
  tx.select(accountColumns).from(users).where(which).orderBy(asc(users.id)).for('no key update')

export function requireRemovable({ account, isSelf, isLastAdmin }: Locked, words: string) {
  if (isSelf) throw conflict(words, 'own_account')
  if (isLastAdmin)
    throw conflict(
      `${fullName(account)} is the last administrator. Make someone else an administrator first.`,
      'last_admin',
    )
}

/**
 * Prevents users from changing their own address. Reset links are sent to it, so anyone with access to an open session
 * could set a new password without knowing the current one. Changing only the letter case is allowed.
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

export async function storeDetails(
  tx: Transaction,
  sender: Sender,
  account: Account,
  sent: Details,
  actor: Actor,
): Promise<Effects> {
  await tx
    .update(users)
    .set({ ...sent, updatedAt: sql`now()` })
    .where(eq(users.id, account.id))
  const effects = {
    changes: accountChanges(account.id),
    entries: entriesOfDetails(account, sent),
  }
  if (sent.email === undefined || sent.email === account.email) return effects
  // Anyone who can read the old mailbox must no longer be able to set the password.
  await deleteResetLinks(tx, account.id)
  return joinEffects(
    effects,
    await notifyOfNewEmail(tx, { sender, owner: account, actor }, sent.email),
  )
}

/** @throws {ApiError} 409 `email_taken` if another account has the address that `change` stores. */
export async function withFreeEmail<Result>(change: Promise<Result>): Promise<Result> {
  try {
    return await change
  } catch (error) {
    if (!violatesUnique(error, 'users_email_key')) throw error
    throw conflict('An account with this email already exists', 'email_taken')
  }
}

export function requireActive(account: Account) {
  if (account.deactivatedAt)
    throw conflict('This account is deactivated. Reactivate it first.', 'deactivated')
}

/**
 * Turns off two-factor sign-in for a user who lost the authenticator app and the recovery codes, ends the user's
 * sessions, and sends a security notice. Returns null if two-factor sign-in was already off. The caller must lock the
 * account first.
 */
export async function resetTwoFactorOf(
  tx: Transaction,
  sender: Sender,
  account: Account,
  actor: Actor,
): Promise<Effects | null> {
  if (!(await removeTwoFactor(tx, account.id))) return null
  await endSessionsOf(tx, account.id)
  const notice = { sender, owner: account, actor }
  return joinEffects(await notifyOwner(tx, notice, accountEvents.twoFactorOff), {
    changes: accountChanges(account.id),
    entries: [{ kind: 'twoFactorOff', person: account }],
  })
}
