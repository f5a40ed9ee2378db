/** The guarded acts on accounts: the locks, the rules of roles, and how an account ends. */
import { roleOf } from '#domain/access.ts'
import { statusFilters } from '#domain/loans/statuses.ts'
import { emailKey, fullName } from '#domain/texts.ts'
import {
  record,
  auditInsertEach,
  type Actor,
  type EntryPerRow,
  type NewEntry,
} from '#server/audit/record.ts'
import type { Queryable, Transaction } from '#server/database/client.ts'
import { users } from '#server/database/schema/accounts.ts'
import { commitments } from '#server/database/schema/book.ts'
import { loans } from '#server/database/schema/loans.ts'
import { conflict, forbidden, notFound } from '#server/errors.ts'
import { endSessionsOf } from '#server/sign-in/sessions.ts'
import type { Sender } from '#server/mail/messages.ts'
import { administratorsBut, notify } from '#server/notices/notify.ts'
import { deleteResetLinks } from '#server/sign-in/reset-links.ts'
import { and, asc, eq, getTableColumns, inArray, sql } from 'drizzle-orm'
import { accountEvents, notifyOfNewEmail, notifyOwner } from './notices.ts'
import { removeTwoFactor } from '#server/sign-in/second-factor.ts'

const { password: _password, ...allButPassword } = getTableColumns(users)
/**
 * What is read of an account. The hash of its password is read only where one is checked
 * (`test/support/secret-reads.ts` lists these calls).
 */
export const accountColumns = allButPassword
export type Account = Omit<typeof users.$inferSelect, 'password'>

/** The account of an address, whatever its letter case. */
export const hasEmail = (email: string) => sql`lower(${users.email}) = ${emailKey(email)}`

const details = ['firstName', 'lastName', 'email'] as const
type Details = { [Name in (typeof details)[number]]?: string | undefined }

/** The entry of changed names or e-mail address, with what is another one only; null when none is. */
export function changeOf(account: Account, given: Details): NewEntry | null {
  const changed = details.filter(
    (name) => given[name] !== undefined && given[name] !== account[name],
  )
  if (changed.length === 0) return null
  const only = (values: Details) => Object.fromEntries(changed.map((name) => [name, values[name]]))
  return { kind: 'accountChanged', before: only(account), after: only(given) }
}

/**
 * The account as it is now, locked together with every active administrator, all in one order: of
 * two administrators who take each other's role at once, the second finds what the first left.
 */
export async function lockAccount(tx: Transaction, id: string, actorId: string) {
  const locked = await tx
    .select(accountColumns)
    .from(users)
    .where(sql`${users.id} = ${id} or (${isActiveAdmin})`)
    .orderBy(asc(users.id))
    .for('no key update')
  const account = locked.find((row) => row.id === id)
  if (!account) throw notFound('The user')
  const administrators = locked.filter((row) => row.isAdmin && !row.deactivatedAt)
  // An administrator when asking, and none by now: somebody else was first.
  if (!administrators.some((row) => row.id === actorId)) throw forbidden()
  const isLastAdmin = administrators.every((row) => row.id === id) && administrators.length === 1
  return { account, isSelf: id === actorId, isLastAdmin }
}
type Locked = Awaited<ReturnType<typeof lockAccount>>

const isActiveAdmin = sql`${users.isAdmin} and ${users.deactivatedAt} is null`

/** Whether an administrator is the only active one. */
export const isOnlyAdmin = async (db: Queryable) => (await db.$count(users, isActiveAdmin)) === 1

/** The account of an address, locked for who changes it; undefined when there is none. */
export async function lockAccountOf(tx: Transaction, email: string): Promise<Account | undefined> {
  const [account] = await tx
    .select(accountColumns)
    .from(users)
    .where(hasEmail(email))
    .for('no key update')
  return account
}

/** Refuses to take an administrator away where nobody would be left, or by oneself. */
export function requireMayLose({ account, isSelf, isLastAdmin }: Locked, words: string) {
  if (isSelf) throw conflict(words, 'own_account')
  if (isLastAdmin)
    throw conflict(
      `${fullName(account)} is the last administrator; make somebody else one first`,
      'last_admin',
    )
}

/**
 * Refuses to give the own account another address: reset links go there, so that a sign-in left
 * alone would do to choose a new password without the current one. Letter case makes no other one.
 */
export function requireMayReaddress(locked: Locked, email: string | undefined) {
  const { account, isSelf, isLastAdmin } = locked
  if (!isSelf || email === undefined || emailKey(email) === emailKey(account.email)) return
  throw conflict(
    isLastAdmin
      ? 'You change your own email address on your profile, with your password'
      : 'You cannot change your own e-mail address; another administrator can',
    'own_account',
  )
}

/** Stores what is given of names and email address, puts it on record, and tells of another address. */
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
  // Whoever reads the old address must not choose the password of the account any more.
  if (given.email !== undefined && given.email !== account.email) {
    await deleteResetLinks(tx, account.id)
    await notifyOfNewEmail(tx, { sender, owner: account, actor }, given.email)
  }
  const change = changeOf(account, given)
  if (change) await record(tx, actor, { ...change, person: account })
}

/** A deactivated account's role stands still until it is active again. */
export function requireActive(account: Account) {
  if (account.deactivatedAt)
    throw conflict('This account is deactivated; please reactivate it first', 'deactivated')
}

/**
 * Turns two-factor sign-in off for somebody who has lost application and codes: that person's
 * sign-ins end, and a notice says so. False when it was not on. The caller's transaction holds the
 * account's row.
 */
export async function resetTwoFactorOf(
  tx: Transaction,
  sender: Sender,
  account: Account,
  actor: Actor,
): Promise<boolean> {
  if (!(await removeTwoFactor(tx, account.id))) return false
  await endSessionsOf(tx, account.id)
  await notifyOwner(tx, { sender, owner: account, actor }, accountEvents.twoFactorOff)
  await record(tx, actor, { kind: 'twoFactorOff', person: account })
  return true
}

/**
 * What stands on record of each person: commitments made, recorded or released, and messages
 * written or received. To be joined as `records`.
 */
export const recordsByPerson = sql`(
  select person, count(*) as records, count(*) filter (where is_binding) as binding from (
    select lender_id as person, status = 'active' and not is_soft_commit as is_binding
      from commitments
    union all select recorded_by, false from commitments where recorded_by is not null
    union all select released_by, false from commitments where released_by is not null
    union all select user_id, false from messages
    union all select recipient_id, false from messages where recipient_id is not null
  ) as parts group by person) as records`

/**
 * Ends an account: deleted when nothing stands on record of it, else deactivated, its name kept.
 * Somebody who is bound to fund a share of a loan has to be released first.
 */
export async function endAccount(
  tx: Transaction,
  id: string,
  caller: { id: string },
  actor: Actor,
): Promise<void> {
  const locked = await lockAccount(tx, id, caller.id)
  requireMayLose(locked, 'You cannot delete your own account; another administrator can')
  // The person before the loans, as when a commitment is made: one under way was waited for, and is
  // counted; the next one waits, and finds the account ended. Who holds a loan may still tell the
  // person of it, or the two would wait for each other.
  const loanIds = await lockLoansOfSoft(tx, id)
  const { records, binding } = await countRecords(tx, id)
  if (binding > 0) throw holdsBinding(locked.account, binding)
  if (records > 0 || (await getsRecord(tx, id)))
    await deactivate(tx, locked.account, caller.id, actor, loanIds)
  else await erase(tx, locked.account, actor)
}

async function countRecords(tx: Transaction, id: string) {
  const { rows } = await tx.execute<{ records: number; binding: number }>(sql`
    select records::int, binding::int from ${recordsByPerson} where person = ${id}`)
  return rows[0] ?? { records: 0, binding: 0 }
}

/** Waits for what is being written about the person, and lets nothing more be: is it a record? */
async function getsRecord(tx: Transaction, id: string): Promise<boolean> {
  await tx.execute(sql`select id from users where id = ${id} for update`)
  return (await countRecords(tx, id)).records > 0
}

const holdsBinding = (account: Account, count: number) =>
  conflict(
    count === 1
      ? `${fullName(account)} has a binding commitment, so the account cannot be deleted`
      : `${fullName(account)} has ${count} binding commitments, so the account cannot be deleted`,
    'binding_commitments',
  )

async function erase(tx: Transaction, account: Account, actor: Actor) {
  const { id, email } = account
  await record(tx, actor, {
    kind: 'accountDeleted',
    person: account,
    before: { email, role: roleOf(account) },
  })
  await endSessionsOf(tx, id)
  // Bytes that were sent and never registered are removed like those of deleted files.
  await tx.execute(sql`
    insert into discarded_files (path) select path from uploads where user_id = ${id}
    on conflict do nothing`)
  await tx.delete(users).where(eq(users.id, id))
}

async function deactivate(
  tx: Transaction,
  account: Account,
  actorId: string,
  actor: Actor,
  loanIds: string[],
) {
  if (account.deactivatedAt) return
  await tx
    .update(users)
    .set({ deactivatedAt: sql`now()`, updatedAt: sql`now()` })
    .where(eq(users.id, account.id))
  await endSessionsOf(tx, account.id)
  await deleteResetLinks(tx, account.id)
  await record(tx, actor, { kind: 'deactivated', person: account })
  const count = await withdrawSoft(tx, account, actor, loanIds)
  if (count === 0) return
  const what = count === 1 ? 'the soft commitment' : `${count} soft commitments`
  await notify(tx, administratorsBut(actorId), {
    type: 'commitmentWithdrawn',
    message: `${fullName(account)} was deactivated, which withdrew ${what}`,
    userId: account.id,
  })
}

/** Locks the loans on which a person has soft commitments, and whose book still changes. */
async function lockLoansOfSoft(tx: Transaction, lenderId: string): Promise<string[]> {
  const isSoft = and(
    eq(commitments.lenderId, lenderId),
    eq(commitments.status, 'active'),
    eq(commitments.isSoftCommit, true),
  )
  const on = tx.select({ id: commitments.loanId }).from(commitments).where(isSoft)
  const locked = await tx
    .select({ id: loans.id })
    .from(loans)
    .where(and(inArray(loans.id, on), inArray(loans.status, [...statusFilters.open])))
    .orderBy(asc(loans.id))
    .for('no key update')
  return locked.map((row) => row.id)
}

/**
 * Withdraws the soft commitments of somebody who is no lender any more, and takes them out of the
 * figures of their loans, which are locked; each goes on record. Gives how many.
 */
async function withdrawSoft(tx: Transaction, lender: Account, actor: Actor, loanIds: string[]) {
  const share = (status: string) => sql`json_build_object('kind', 'soft',
    'percentage', withdrawn.percentage::text, 'amount', withdrawn.amount::text, 'status', ${status}::text)`
  const entry: EntryPerRow = {
    kind: 'commitmentWithdrawn',
    person: lender,
    loan: { id: sql`loans.id`, title: sql`loans.title` },
    object: { id: sql`withdrawn.id` },
    before: share('active'),
    after: share('withdrawn'),
  }
  const source = sql`from withdrawn join loans on loans.id = withdrawn.loan_id`
  const { rows } = await tx.execute<{ count: number }>(sql`
    with withdrawn as (
      update commitments set status = 'withdrawn', ended_at = now()
      where lender_id = ${lender.id} and status = 'active' and is_soft_commit
        and loan_id = any(${sql.param(loanIds)}::uuid[])
      returning id, loan_id, percentage, amount
    ), shares as (
      select loan_id, sum(percentage) as share from withdrawn group by loan_id
    ), figures as (
      update loans set soft_percentage = soft_percentage - shares.share
      from shares where loans.id = shares.loan_id
    ), ${auditInsertEach('entries', actor, entry, source)}
    select count(*)::int as count from withdrawn`)
  return rows[0]?.count ?? 0
}
