/** One's own password: confirmed before a sensitive action, changed, or reset. */
import { actorOf, record } from '#server/audit/record.ts'
import { transact, type Queryable } from '#server/database/client.ts'
import { passwordResets, users } from '#server/database/schema/accounts.ts'
import { invalid } from '#server/errors.ts'
import { requireUncommon } from '#server/sign-in/common-passwords.ts'
import type { Context, Handlers } from '#server/http/mount.ts'
import { hashPassword, passwordFits } from '#server/sign-in/passwords.ts'
import {
  endSessionsOf,
  giveSessionCookie,
  lockChecked,
  startSession,
} from '#server/sign-in/sessions.ts'
import { countAttempt } from '#server/sign-in/throttle.ts'
import { enqueueResetMail } from '#server/mail/reset-mails.ts'
import { deleteResetLinks, isLiveLink } from '#server/sign-in/reset-links.ts'
import { and, eq, sql } from 'drizzle-orm'
import { accountColumns, hasEmail } from './change-account.ts'

type PasswordCalls = 'changePassword' | 'requestPasswordReset' | 'resetPassword'

export const passwordHandlers: Pick<Handlers, PasswordCalls> = {
  async changePassword(context, { body: { currentPassword, newPassword } }) {
    const { db, config, principal, request, reply } = context
    await requireUncommon(newPassword, principal.account, 'newPassword')
    const replaced = await requireOwnPassword(context, currentPassword)
    const password = await hashPassword(newPassword)
    const value = await transact(db, async (tx) => {
      // The password may have changed since it was checked.
      if (!(await storePassword(tx, principal.account.id, password, replaced)))
        throw wrongCurrentPassword()
      await record(tx, actorOf(request, principal), {
        kind: 'passwordChanged',
        person: principal.account,
      })
      const account = await lockChecked(tx, { ...principal.account, password })
      return account && startSession(tx, config, request, account)
    })
    if (value) giveSessionCookie(reply, config, value)
    return null
  },

  async requestPasswordReset({ db, config, request, kickOutbox }, { body: { email, returnTo } }) {
    await countAttempt({ db, config }, ['passwordReset'], email, request.ip)
    const isQueued = await transact(db, async (tx) => {
      // Read here, so that it is read again if the account is deleted before the email is queued.
      const [found] = await tx.select(accountColumns).from(users).where(hasEmail(email))
      if (!found || found.deactivatedAt) return false
      await enqueueResetMail(tx, config, found, returnTo)
      await record(tx, actorOf(request, null), { kind: 'passwordResetRequested', person: found })
      return true
    })
    if (isQueued) kickOutbox()
    return { message: "If there's an account with this email, a link is on its way." }
  },

  async resetPassword({ db, request }, { body: { token, password } }) {
    const isLink = isLiveLink(token)
    const [owner] = await db
      .select({
        id: users.id,
        email: users.email,
        firstName: users.firstName,
        lastName: users.lastName,
      })
      .from(passwordResets)
      .innerJoin(users, eq(users.id, passwordResets.userId))
      .where(isLink)
    // Check the link before hashing; otherwise guesses at links would delay sign-ins.
    if (!owner) throw deadLink()
    await requireUncommon(password, owner, 'password')
    const hashed = await hashPassword(password)
    await transact(db, async (tx) => {
      // The account before its links, as whoever ends an account does.
      await tx.execute(sql`select from users where id = ${owner.id}::uuid for no key update`)
      // Deleting the row uses the link up: of two concurrent requests, only one gets it.
      const [used] = await tx.delete(passwordResets).where(isLink).returning()
      if (!used) throw deadLink()
      await storePassword(tx, owner.id, hashed)
      await record(tx, actorOf(request, null), { kind: 'passwordReset', person: owner })
    })
    return null
  },
}

/**
 * Refuses a caller who does not know their current password, and returns its hash. Used before actions
 * that a passer-by might try at an unlocked screen. It counts as a sign-in attempt.
 */
export async function requireOwnPassword(
  { db, config, principal, request }: Context<'signedIn'>,
  currentPassword: string,
): Promise<string> {
  const counted = await countAttempt(
    { db, config },
    ['signIn', 'rightPassword'],
    principal.account.email,
    request.ip,
  )
  const [found] = await db
    .select({ password: users.password })
    .from(users)
    .where(eq(users.id, principal.account.id))
  const fits = await passwordFits(found?.password ?? null, currentPassword)
  if (!found || !fits) {
    await counted.takeBack('rightPassword')
    throw wrongCurrentPassword()
  }
  await counted.forgive('signIn')
  return found.password
}

export const wrongCurrentPassword = () =>
  invalid("Your current password isn't right", {
    currentPassword: "Your current password isn't right",
  })

const deadLink = () => invalid('This link has expired or was already used. Request a new one.')

/**
 * Changes the password and ends all sessions and password links of the old one. False when the
 * account no longer has the password (its hash) that was to be replaced.
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
