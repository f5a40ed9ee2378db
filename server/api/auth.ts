/** Registration, sign-in and one's own account. */
import { randomUUID } from 'node:crypto'
import type { CurrentUser } from '#contract/auth.ts'
import { toFlag } from '#contract/wire.ts'
import { emailKey, fullName } from '#domain/texts.ts'
import type { Config } from '#server/config.ts'
import { transact, type Queryable } from '#server/database/connect.ts'
import { passwordResets, users } from '#server/database/schema.ts'
import { breaksUnique, conflict, invalid, unauthorized } from '#server/errors.ts'
import type { Handlers } from '#server/http/mount.ts'
import { hashPassword, passwordFits } from '#server/http/passwords.ts'
import { endSession, endSessionsOf, startSession } from '#server/http/sessions.ts'
import type { SessionUser } from '#server/http/sessions.ts'
import { countAttempt, type Attempt } from '#server/http/throttle.ts'
import { passwordResetMail } from '#server/mail/messages.ts'
import { enqueueMail } from '#server/mail/outbox.ts'
import { administratorsBut, notify } from '#server/notifications.ts'
import { termsVersion } from '#server/terms-version.ts'
import { and, eq, sql } from 'drizzle-orm'
import { deleteResetLinks, isLiveLink, makeResetToken } from './reset-links.ts'

type AuthCalls =
  | 'getCurrentUser'
  | 'register'
  | 'login'
  | 'logout'
  | 'updateProfile'
  | 'changePassword'
  | 'requestPasswordReset'
  | 'resetPassword'

const unthrottled: Attempt = { forgive: async () => {} }

export const authHandlers: Pick<Handlers, AuthCalls> = {
  async getCurrentUser({ user }) {
    return toCurrentUser(user)
  },

  async register(
    { db, config, request, reply, kickOutbox },
    { email, password, firstName, lastName },
  ) {
    if (config.rateLimit) await countAttempt(db, 'registration', email, request.ip)
    const hashed = await hashPassword(password)
    const user = {
      id: randomUUID(),
      email,
      password: hashed,
      firstName,
      lastName,
      termsVersion,
    }
    try {
      await transact(db, async (tx) => {
        await tx.insert(users).values(user)
        await notify(tx, administratorsBut(user.id), {
          type: 'registration',
          message: `${fullName(user)} (${email}) registered and awaits approval`,
          userId: user.id,
        })
      })
    } catch (error) {
      if (breaksUnique(error, 'users_email_key')) throw emailTaken()
      throw error
    }
    kickOutbox()
    await startSession(db, config, request, reply, user)
    return findCurrentUser(db, user.id)
  },

  async login({ db, config, request, reply }, { email, password }) {
    const attempt = config.rateLimit
      ? await countAttempt(db, 'signIn', email, request.ip)
      : unthrottled
    const [found] = await db.select().from(users).where(hasEmail(email))
    const fits = await passwordFits(found?.password ?? null, password)
    // The same words for an unknown address, a wrong password and a deactivated account.
    if (!found || !fits || found.deactivatedAt) throw wrongCredentials()
    await attempt.forgive()
    if (!(await startSession(db, config, request, reply, found))) throw wrongCredentials()
    return toCurrentUser({ ...found, createdAt: found.createdAt.toISOString() })
  },

  async logout({ db, config, request, reply }) {
    await endSession(db, config, request, reply)
    return null
  },

  async updateProfile({ db, user }, { firstName, lastName, notifyByEmail }) {
    await db
      .update(users)
      .set({
        firstName,
        lastName,
        notifyByEmail: notifyByEmail && notifyByEmail === 'true',
        updatedAt: sql`now()`,
      })
      .where(eq(users.id, user.id))
    return findCurrentUser(db, user.id)
  },

  async changePassword({ db, config, user, request, reply }, { currentPassword, newPassword }) {
    const attempt = config.rateLimit
      ? await countAttempt(db, 'signIn', user.email, request.ip)
      : unthrottled
    const [found] = await db.select().from(users).where(eq(users.id, user.id))
    const fits = await passwordFits(found?.password ?? null, currentPassword)
    if (!found || !fits) throw wrongCurrentPassword()
    await attempt.forgive()
    const password = await hashPassword(newPassword)
    await transact(db, async (tx) => {
      // The one that was right a moment ago may have been changed since.
      if (!(await storePassword(tx, user.id, password, found.password)))
        throw wrongCurrentPassword()
      await startSession(tx, config, request, reply, { id: user.id, password })
    })
    return null
  },

  async requestPasswordReset({ db, config, request, kickOutbox }, { email }) {
    if (config.rateLimit) await countAttempt(db, 'passwordReset', email, request.ip)
    const [found] = await db.select().from(users).where(hasEmail(email))
    if (found && !found.deactivatedAt) {
      await transact(db, (tx) => mailResetLink(tx, config, found))
      kickOutbox()
    }
    return { message: 'If there is an account with this email, a link is on its way.' }
  },

  async resetPassword({ db }, { token, password }) {
    const isLink = isLiveLink(token)
    // A guess costs no hash, or anybody could keep those waiting who sign in.
    if ((await db.$count(passwordResets, isLink)) === 0) throw deadLink()
    const hashed = await hashPassword(password)
    await transact(db, async (tx) => {
      // Deleting the row is what uses the link up: of two at once only one gets it.
      const [used] = await tx.delete(passwordResets).where(isLink).returning()
      if (!used) throw deadLink()
      await storePassword(tx, used.userId, hashed)
    })
    return null
  },
}

const hasEmail = (email: string) => sql`lower(${users.email}) = ${emailKey(email)}`

const wrongCredentials = () => unauthorized('Invalid email or password')
const wrongCurrentPassword = () =>
  invalid('The current password is not right', {
    currentPassword: 'The current password is not right',
  })
const deadLink = () =>
  invalid('This link has expired or was used already; please ask for a new one')
export const emailTaken = () => conflict('An account with this email already exists', 'email_taken')

const toCurrentUser = (user: SessionUser): CurrentUser => ({
  id: user.id,
  firstName: user.firstName,
  lastName: user.lastName,
  email: user.email,
  profileImageUrl: user.profileImageUrl,
  isAdmin: toFlag(user.isAdmin),
  isApproved: toFlag(user.isApproved),
  notifyByEmail: toFlag(user.notifyByEmail),
  createdAt: user.createdAt,
})

async function findCurrentUser(db: Queryable, id: string): Promise<CurrentUser> {
  const [found] = await db.select().from(users).where(eq(users.id, id))
  if (!found) throw unauthorized()
  return toCurrentUser({ ...found, createdAt: found.createdAt.toISOString() })
}

/**
 * Changes the password and ends every session and reset link that the old one stood behind. False
 * when the account no longer has the password (its hash) that was to be replaced.
 */
async function storePassword(db: Queryable, userId: string, password: string, replaced?: string) {
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

async function mailResetLink(
  db: Queryable,
  config: Config,
  { id, email }: { id: string; email: string },
) {
  const { token } = await makeResetToken(db, id)
  await enqueueMail(db, passwordResetMail(config, email, token))
}
