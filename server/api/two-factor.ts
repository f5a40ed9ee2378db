/** Two-factor sign-in: set up with an authenticator application, and turned off again. */
import { doerOf, record } from '#server/audit.ts'
import { transact, type Transaction } from '#server/database/connect.ts'
import { twoFactors, users } from '#server/database/schema.ts'
import { conflict, invalid, unauthorized } from '#server/errors.ts'
import type { Context, Handlers } from '#server/http/mount.ts'
import { endSessionsOf, giveSessionCookie, startSession } from '#server/http/sessions.ts'
import { countAttempt } from '#server/http/throttle.ts'
import { newSecret, setUpAddress } from '#server/http/time-codes.ts'
import { eq, isNull, sql } from 'drizzle-orm'
import { requireOwnPassword, wrongCurrentPassword } from './own-password.ts'
import { confirmWith, removeTwoFactor, renewCodes, takeCode } from './second-factor.ts'

type TwoFactorCalls = 'startTwoFactor' | 'confirmTwoFactor' | 'renewRecoveryCodes' | 'endTwoFactor'

export const twoFactorHandlers: Pick<Handlers, TwoFactorCalls> = {
  async startTwoFactor(context, { currentPassword }) {
    const { db, config, user } = context
    await requireOwnPassword(context, currentPassword)
    const secret = newSecret()
    const values = { userId: user.id, secret }
    const started = await db
      .insert(twoFactors)
      .values(values)
      .onConflictDoUpdate({
        target: twoFactors.userId,
        set: { secret, lastStep: 0, createdAt: sql`now()` },
        setWhere: isNull(twoFactors.confirmedAt),
      })
      .returning({ userId: twoFactors.userId })
    if (started.length === 0) throw isOnAlready()
    return { secret, uri: setUpAddress(secret, config.company.name, user.email) }
  },

  async confirmTwoFactor(context, { code }) {
    const { db, user, request } = context
    const attempt = await countCode(context)
    const confirmed = await transact(db, async (tx) => {
      const password = await lockOwn(tx, user.id)
      const [factor] = await tx.select().from(twoFactors).where(eq(twoFactors.userId, user.id))
      if (!factor) throw conflict('Please start the set-up again', 'two_factor_not_started')
      if (factor.confirmedAt) throw isOnAlready()
      if (!(await confirmWith(tx, user.id, factor.secret, code))) throw wrongCode()
      const recoveryCodes = await renewCodes(tx, user.id)
      await record(tx, doerOf(request, user), { kind: 'twoFactorOn', person: user })
      return { recoveryCodes, cookie: await startAnew(tx, context, password, true) }
    })
    await attempt.forgive()
    giveSessionCookie(context.reply, context.config, confirmed.cookie)
    return { recoveryCodes: confirmed.recoveryCodes }
  },

  async renewRecoveryCodes(context, { currentPassword }) {
    const { db, user, request } = context
    const password = await requireOwnPassword(context, currentPassword)
    return transact(db, async (tx) => {
      if ((await lockOwn(tx, user.id)) !== password) throw wrongCurrentPassword()
      if (!(await isOn(tx, user.id))) throw isOff()
      const codes = await renewCodes(tx, user.id)
      await record(tx, doerOf(request, user), { kind: 'recoveryCodesMade', person: user })
      return { recoveryCodes: codes }
    })
  },

  async endTwoFactor(context, { currentPassword, code }) {
    const { db, config, user, request, reply } = context
    if (config.requireAdmin2fa && user.isAdmin)
      throw conflict(
        'Administrators need two-factor sign-in here, so it cannot be turned off',
        'two_factor_required_here',
      )
    const password = await requireOwnPassword(context, currentPassword)
    const attempt = await countCode(context)
    const cookie = await transact(db, async (tx) => {
      if ((await lockOwn(tx, user.id)) !== password) throw wrongCurrentPassword()
      if (!(await isOn(tx, user.id))) throw isOff()
      if (!(await takeCode(tx, user.id, code))) throw wrongCode()
      await removeTwoFactor(tx, user.id)
      await record(tx, doerOf(request, user), { kind: 'twoFactorOff', person: user })
      return startAnew(tx, context, password, false)
    })
    await attempt.forgive()
    giveSessionCookie(reply, config, cookie)
    return null
  },
}

const countCode = (context: Context<'signedIn'>) =>
  countAttempt(context, 'secondFactor', context.user.email, context.request.ip)

/** Holds the own account against whoever signs in or changes it meanwhile; gives its password's hash. */
async function lockOwn(tx: Transaction, userId: string): Promise<string> {
  const [own] = await tx
    .select({ password: users.password })
    .from(users)
    .where(eq(users.id, userId))
    .for('no key update')
  if (!own) throw unauthorized()
  return own.password
}

async function isOn(tx: Transaction, userId: string): Promise<boolean> {
  const [factor] = await tx.select().from(twoFactors).where(eq(twoFactors.userId, userId))
  return Boolean(factor?.confirmedAt)
}

/** Ends all own sign-ins and goes on with this one under a new id; gives its cookie. */
async function startAnew(
  tx: Transaction,
  { config, user, request }: Context<'signedIn'>,
  password: string,
  hasTwoFactor: boolean,
): Promise<string> {
  await endSessionsOf(tx, user.id)
  const cookie = await startSession(tx, config, request, { id: user.id, password, hasTwoFactor })
  if (cookie === null) throw unauthorized()
  return cookie
}

const isOnAlready = () => conflict('Two-factor sign-in is on already', 'two_factor_on')
const isOff = () => conflict('Two-factor sign-in is not on', 'two_factor_off')
const wrongCode = () => invalid('This code is not right', { code: 'This code is not right' })
