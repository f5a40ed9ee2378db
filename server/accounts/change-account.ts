/** The guarded changes to accounts: locks, rules about roles, and how an account ends. */
import type { AccountEnd } from '#contract/accounts/users.ts'
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
import { recordChanges, type Change } from '#server/changes/record.ts'
import type { Queryable, Transaction } from '#server/database/client.ts'
import { users } from '#server/database/schema/accounts.ts'
import { commitments } from '#server/database/schema/book.ts'
import { loans } from '#server/database/schema/loans.ts'
import { conflict, forbidden, notFound } from '#server/errors.ts'
import { endSessionsOf } from '#server/sign-in/sessions.ts'
import type { Sender } from '#server/mail/mail-texts.ts'
import { administratorsBut, notify } from '#server/notices/notify.ts'
import { deleteResetLinks } from '#server/sign-in/reset-links.ts'
import { and, asc, eq, getTableColumns, inArray, sql, type SQL } from 'drizzle-orm'
import { endHandedOut } from './end-of-role.ts'
import { accountEvents, mailRejection, notifyOfNewEmail, notifyOwner } from './notices.ts'
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
    .where(sql`${users.id} = ${id} or (${isActiveAdmin})`)
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

/**
 * The commitments made, recorded, released or acted on for a lender, and the messages sent or received, by people. Each part is
 * counted in an index alone.
 */
const recordsWhere = (isAsked: (person: SQL) => SQL) => sql`(
  select person, sum(records) as records, sum(binding) as binding from (
    select lender_id as person, count(*) as records,
      count(*) filter (where status = 'active' and not is_soft_commit) as binding
      from commitments where ${isAsked(sql`lender_id`)} group by lender_id
    union all ${countedBy(sql`commitments`, sql`recorded_by`, isAsked)}
    union all ${countedBy(sql`commitments`, sql`released_by`, isAsked)}
    union all ${countedBy(sql`commitments`, sql`acted_by`, isAsked)}
    union all ${countedBy(sql`messages`, sql`user_id`, isAsked)}
    union all ${countedBy(sql`messages`, sql`recipient_id`, isAsked)}
  ) as parts group by person) as records`

const countedBy = (table: SQL, person: SQL, isAsked: (person: SQL) => SQL) => sql`
  select ${person}, count(*), 0 from ${table} where ${isAsked(person)} group by ${person}`

/** The records of each person. Join it as `records`. */
export const recordsByPerson = recordsWhere((person) => sql`${person} is not null`)

/** The same of these people only: everybody's take longer than a page. */
export const recordsOf = (ids: readonly string[]) =>
  recordsWhere((person) => sql`${person} = any(${sql.param([...ids])}::uuid[])`)

/** The account that a call ends, and what its caller takes it for. */
interface AccountToEnd {
  id: string
  isPending: boolean | undefined
  outcome: AccountEnd | undefined
}

/**
 * Ends an account: deletes it if it has no records, else deactivates it and keeps its name. A
 * person who is bound to fund a share of a loan has to be released first. Who awaited approval is told by
 * email: call `kick` after the commit.
 */
export async function endAccount(
  tx: Transaction,
  sender: Sender,
  { id, isPending, outcome: confirmed }: AccountToEnd,
  caller: { id: string },
  actor: Actor,
): Promise<void> {
  const locked = await lockAccount(tx, id, caller.id)
  if (isPending) requirePending(locked.account)
  requireRemovable(locked, "You can't delete your own account. Ask another administrator.")
  // Lock the person before the loans, as committing does: a commitment under way has finished and is
  // counted; the next one waits, and finds the account ended. `FOR NO KEY UPDATE` still lets a
  // transaction that holds a loan insert a notification for the person; otherwise they would deadlock.
  const loanIds = await lockLoansOfSoft(tx, id)
  const { records, binding } = await countRecords(tx, id)
  if (binding > 0) throw holdsBinding(locked.account, binding)
  const outcome = records > 0 || (await getsRecord(tx, id)) ? 'deactivated' : 'deleted'
  if (confirmed && confirmed !== outcome) throw notAsConfirmed(locked.account, outcome)
  if (locked.account.isAdmin) await endHandedOut(tx, id, actor)
  if (outcome === 'deactivated') await deactivate(tx, locked.account, caller.id, actor, loanIds)
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

async function countRecords(tx: Transaction, id: string) {
  const { rows } = await tx.execute<{ records: number; binding: number }>(sql`
    select records::int, binding::int from ${recordsOf([id])}`)
  return rows[0] ?? { records: 0, binding: 0 }
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
  await endSessionsOf(tx, id)
  // Bytes that were uploaded but never registered are removed like deleted files.
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
  await recordChanges(tx, ...rightsChanges(account.id))
  await record(tx, actor, { kind: 'deactivated', person: account })
  const count = await withdrawSoft(tx, account, { id: actorId, actor }, loanIds)
  if (count === 0) return
  await recordChanges(tx, ...loanIds.map((subject) => ({ topic: 'book' as const, subject })))
  const what = count === 1 ? 'the soft commitment' : `${count} soft commitments`
  await notify(tx, administratorsBut(actorId), {
    type: 'commitmentWithdrawn',
    message: `${fullName(account)} was deactivated, which withdrew ${what}`,
    userId: account.id,
  })
}

/** Locks the loans with soft commitments of this person, if the loan's book can still change. */
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
 * Withdraws the soft commitments of a person who is no longer a lender, and subtracts them from
 * their loans' figures. The loans are locked; each withdrawal is audited, and names who did it instead of whose
 * word was acted on before. Returns how many.
 */
async function withdrawSoft(
  tx: Transaction,
  lender: Account,
  by: { id: string; actor: Actor },
  loanIds: string[],
) {
  const share = (status: string) => sql`json_build_object('kind', 'soft',
    'percentage', withdrawn.percentage::text, 'amount', withdrawn.amount::text,
    'loanAmount', withdrawn.loan_amount::text, 'interestRate', withdrawn.interest_rate::text,
    'term', withdrawn.term, 'status', ${status}::text)`
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
      update commitments set status = 'withdrawn', ended_at = now(),
        acted_by = ${by.id}::uuid, instructed_by = null, instructed_on = null
      where lender_id = ${lender.id} and status = 'active' and is_soft_commit
        and loan_id = any(${sql.param(loanIds)}::uuid[])
      returning id, loan_id, percentage, amount, loan_amount, interest_rate, term
    ), shares as (
      select loan_id, sum(percentage) as share, sum(amount) as amount from withdrawn group by loan_id
    ), figures as (
      update loans set soft_percentage = soft_percentage - shares.share
      from shares where loans.id = shares.loan_id
    ), kept as (
      update loan_availability book set soft_percentage = book.soft_percentage - shares.share,
        soft_amount = book.soft_amount - shares.amount, moved_at = clock_timestamp()
      from shares where book.loan_id = shares.loan_id
    ), ${auditInsertEach('entries', by.actor, entry, source)}
    select count(*)::int as count from withdrawn`)
  return rows[0]?.count ?? 0
}
