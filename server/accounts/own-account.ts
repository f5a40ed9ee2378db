import type { Body } from '#contract/endpoint.ts'
import type { Endpoints } from '#contract/endpoints.ts'
import { emailKey } from '#domain/texts.ts'
import { toFlag } from '#contract/wire.ts'
import { actorOf } from '#server/audit/record.ts'
import { change } from '#server/change/change.ts'
import type { Queryable, Transaction } from '#server/database/client.ts'
import { passwordResets, sessions, users } from '#server/database/schema/accounts.ts'
import { conflict, invalid, notFound, unauthorized } from '#server/errors.ts'
import type { Context } from '#server/http/mount.ts'
import { enqueueResetMail } from '#server/mail/link-mails.ts'
import { requireUncommon } from '#server/sign-in/common-passwords.ts'
import { hashPassword, passwordFits } from '#server/sign-in/passwords.ts'
import { isAdministrator } from '#server/sign-in/principal.ts'
import { deleteResetLinks, isLiveLink } from '#server/sign-in/reset-links.ts'
import {
  endSessionOf,
  endSessionsOf,
  isNotReplaced,
  lockChecked,
  startSession,
} from '#server/sign-in/sessions.ts'
import { countAttempt } from '#server/sign-in/throttle.ts'
import { and, eq, sql } from 'drizzle-orm'
import {
  accountChanges,
  accountColumns,
  entriesOfDetails,
  hasEmail,
  isOnlyAdmin,
  lockAccount,
  lockAccounts,
  storeDetails,
  withFreeEmail,
} from './change-account.ts'

type Caller = Context<'signedIn'>

export const updateProfile = (context: Caller, body: Body<Endpoints['updateProfile']>) => {
  const { config, principal, request } = context
  const { notifyByEmail, ...names } = body
  const { id } = principal.account
  return change(context, {
    lock: (tx) => lockAccounts(tx, eq(users.id, id)),
    run: async (tx, [account]) => {
      if (!account) throw unauthorized()
      const entries = entriesOfDetails(account, names)
      // The lock on the row serializes concurrent requests so that each one is counted.
      if (entries.length > 0)
        await countAttempt({ db: tx, config }, ['profile'], account.email, request.ip)
      await tx
        .update(users)
        .set({ ...names, notifyByEmail, updatedAt: sql`now()` })
        .where(eq(users.id, id))
      return { result: null, changes: accountChanges(id), entries }
    },
  })
}

/**
 * Changes the sole administrator's address, and returns a new cookie. Any other address must be changed by another
 * administrator.
 */
export async function changeOwnEmail(
  context: Caller,
  { email, currentPassword }: Body<Endpoints['changeOwnEmail']>,
): Promise<string> {
  const { config, principal, request } = context
  const { id, hasTwoFactor } = principal.account
  if (!isAdministrator(principal))
    throw conflict('Ask an administrator to change your email address', 'own_account')
  const password = await requireOwnPassword(context, currentPassword)
  return withFreeEmail(
    change(context, {
      lock: (tx) => lockAccount(tx, id, id),
      run: async (tx, { account }) => {
        // The password might have changed since it was checked.
        const isSame = and(eq(users.id, id), eq(users.password, password))
        if ((await tx.$count(users, isSame)) === 0) throw wrongCurrentPassword()
        // Creating or reactivating an administrator also locks this account. The check must be a separate statement.
        // The snapshot of the locking statement doesn't include an administrator who was created while that statement
        // waited.
        if (!(await isOnlyAdmin(tx)))
          throw conflict('Ask another administrator to change your email address', 'own_account')
        if (emailKey(email) === emailKey(account.email)) throw sameEmail()
        return {
          ...(await storeDetails(tx, config, account, { email }, actorOf(request, principal))),
          result: await replaceAllSessions(tx, context, password, hasTwoFactor),
        }
      },
    }),
  )
}

const sameEmail = () =>
  invalid('This is already your email address', { email: 'This is already your email address' })

/** Returns a new cookie, or null if the account can no longer sign in. */
export async function changePassword(
  context: Caller,
  { currentPassword, newPassword }: Body<Endpoints['changePassword']>,
): Promise<string | null> {
  const { config, principal, request } = context
  const { account: person } = principal
  await requireUncommon(newPassword, person, 'newPassword')
  const replaced = await requireOwnPassword(context, currentPassword)
  const password = await hashPassword(newPassword)
  return change(context, {
    run: async (tx) => {
      // The password might have changed since it was checked.
      if (!(await storePassword(tx, person.id, password, replaced))) throw wrongCurrentPassword()
      const account = await lockChecked(tx, { ...person, password })
      return {
        result: account && (await startSession(tx, config, request, account)),
        entries: [{ kind: 'passwordChanged', person }],
      }
    },
  })
}

export async function requestPasswordReset(
  context: Context<'anyone'>,
  { email, returnTo }: Body<Endpoints['requestPasswordReset']>,
): Promise<void> {
  const { config, request } = context
  await countAttempt(context, ['passwordReset'], email, request.ip)
  await change(
    { ...context, principal: null },
    {
      run: async (tx) => {
        // The account is read inside `run`, which is retried if the account is deleted before the email is queued.
        const [found] = await tx.select(accountColumns).from(users).where(hasEmail(email))
        if (!found || found.deactivatedAt) return { result: null }
        await enqueueResetMail(tx, config, found, returnTo)
        return {
          result: null,
          entries: [{ kind: 'passwordResetRequested', person: found }],
          isMailed: true,
        }
      },
    },
  )
}

export async function resetPassword(
  context: Context<'anyone'>,
  { token, password }: Body<Endpoints['resetPassword']>,
): Promise<null> {
  const isLink = isLiveLink(token)
  const { id, email, firstName, lastName } = users
  const [owner] = await context.db
    .select({ id, email, firstName, lastName })
    .from(passwordResets)
    .innerJoin(users, eq(users.id, passwordResets.userId))
    .where(isLink)
  // Checking the link before hashing the password keeps guessed links from slowing down sign-ins.
  if (!owner) throw deadLink()
  await requireUncommon(password, owner, 'password')
  const hashed = await hashPassword(password)
  return change(
    { ...context, principal: null },
    {
      // Locks the account before its links, in the same order as the deletion or deactivation of an account.
      lock: (tx) => lockAccounts(tx, eq(users.id, owner.id)),
      run: async (tx) => {
        // Deleting the row uses up the link so that only one of two concurrent requests succeeds.
        const [used] = await tx.delete(passwordResets).where(isLink).returning()
        if (!used) throw deadLink()
        await storePassword(tx, owner.id, hashed)
        return { result: null, entries: [{ kind: 'passwordReset', person: owner }] }
      },
    },
  )
}

const deadLink = () => invalid('This link has expired or was already used. Request a new one.')

/**
 * Verifies the caller's current password before an action that someone else could take on an unlocked computer. The
 * check counts as a sign-in attempt. Returns the stored hash.
 */
export async function requireOwnPassword(
  { db, config, principal, request }: Pick<Caller, 'db' | 'config' | 'principal' | 'request'>,
  currentPassword: string,
): Promise<string> {
  const { id, email } = principal.account
  const kinds = ['signIn', 'rightPassword'] as const
  const counted = await countAttempt({ db, config }, [...kinds], email, request.ip)
  const [found] = await db.select({ password: users.password }).from(users).where(eq(users.id, id))
  const fits = await passwordFits(found?.password ?? null, currentPassword)
  if (!found || !fits) {
    await counted.undo('rightPassword')
    throw wrongCurrentPassword()
  }
  await counted.forgive('signIn')
  return found.password
}

export const wrongCurrentPassword = () =>
  invalid("Your current password isn't right", {
    currentPassword: "Your current password isn't right",
  })

/**
 * Changes the password, ends all sessions, and deletes all password links. Returns false if the stored hash has changed
 * since it was read.
 */
export async function storePassword(
  db: Queryable,
  userId: string,
  password: string,
  replaced?: string,
) {
  const changed = await db
    .update(users)
    .set({ password, updatedAt: sql`now()` })
    .where(and(eq(users.id, userId), replaced ? eq(users.password, replaced) : undefined))
    .returning({ id: users.id })
  if (changed.length === 0) return false
  await endSessionsOf(db, userId)
  await deleteResetLinks(db, userId)
  return true
}

/** Ends all of the caller's sessions, starts a new one in place of the current one, and returns its cookie. */
export async function replaceAllSessions(
  tx: Transaction,
  { config, principal, request }: Caller,
  password: string,
  hasTwoFactor: boolean,
): Promise<string> {
  const account = await lockChecked(tx, { id: principal.account.id, password, hasTwoFactor })
  if (!account) throw unauthorized()
  await endSessionsOf(tx, account.id)
  return startSession(tx, config, request, account)
}

export const endSession = (context: Caller, id: string) =>
  change(context, {
    run: async (tx) => {
      const { account: person } = context.principal
      const ended = await endSessionOf(tx, person.id, id)
      if (!ended) throw notFound('The sign-in')
      const { startedAt, address, agent } = ended
      const before = { startedAt, address, agent }
      return { result: null, entries: [{ kind: 'sessionEnded', person, before }] }
    },
  })

export const signOutEverywhere = (context: Caller) =>
  change(context, {
    run: async (tx) => {
      const { account: person } = context.principal
      const before = { signIns: await endSessionsOf(tx, person.id) }
      return { result: null, entries: [{ kind: 'sessionEnded', person, before }] }
    },
  })

export async function listSessions({ db, config, principal }: Caller) {
  const startedAt = sql`(${sessions.sess} ->> 'startedAt')::timestamptz`
  const endsAt = sql`least(${sessions.expire}, ${startedAt} + ${config.sessionMaxHours} * interval '1 hour')`
  const isOwn = sql`(${sessions.sess} ->> 'userId') = ${principal.account.id}`
  const isCurrent = sql`(${sessions.sess} ->> 'id') = ${principal.via.id}`
  const rows = await db
    .select({ sess: sessions.sess, endsAt: endsAt.mapWith(sessions.expire) })
    .from(sessions)
    .where(and(isOwn, isNotReplaced, sql`${endsAt} > now()`))
    .orderBy(
      sql`${isCurrent} desc`,
      sql`(${sessions.sess} ->> 'seenAt')::timestamptz desc`,
      sessions.sid,
    )
  return rows.map(({ sess: { id, startedAt: from, seenAt, address, agent }, endsAt: until }) => ({
    id,
    startedAt: new Date(from).toISOString(),
    seenAt: new Date(seenAt).toISOString(),
    endsAt: until.toISOString(),
    address,
    agent,
    isCurrent: toFlag(id === principal.via.id),
  }))
}
