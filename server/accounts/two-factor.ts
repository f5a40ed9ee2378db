/** Two-factor sign-in: setting it up with an authenticator app, and turning it off. */
import { needsTwoFactor } from '#domain/access.ts'
import { actorOf, record } from '#server/audit/record.ts'
import { recordChanges } from '#server/live/record.ts'
import { transact, type Transaction } from '#server/database/client.ts'
import { twoFactors, users } from '#server/database/schema/accounts.ts'
import { conflict, invalid, unauthorized } from '#server/errors.ts'
import type { Context, Handlers } from '#server/http/mount.ts'
import { giveSessionCookie } from '#server/sign-in/sessions.ts'
import { countAttempt } from '#server/sign-in/throttle.ts'
import { newSecret, setUpAddress } from '#server/sign-in/time-codes.ts'
import { eq, isNull, sql } from 'drizzle-orm'
import { accountChanges } from './change-account.ts'
import { requireOwnPassword, wrongCurrentPassword } from './own-password.ts'
import {
  confirmWith,
  countCode,
  removeTwoFactor,
  renewCodes,
  takeCode,
  toStoredSecret,
} from '#server/sign-in/second-factor.ts'
import { replaceAllSessions } from './own-sessions.ts'

type TwoFactorCalls = 'startTwoFactor' | 'confirmTwoFactor' | 'renewRecoveryCodes' | 'endTwoFactor'

export const twoFactorHandlers: Pick<Handlers, TwoFactorCalls> = {
  async startTwoFactor(context, { body: { currentPassword } }) {
    const { db, config, principal } = context
    await requireOwnPassword(context, currentPassword)
    const secret = newSecret()
    const stored = toStoredSecret(config, principal.account.id, secret)
    const started = await db
      .insert(twoFactors)
      .values({ userId: principal.account.id, secret: stored })
      .onConflictDoUpdate({
        target: twoFactors.userId,
        set: { secret: stored, lastStep: 0, createdAt: sql`now()` },
        setWhere: isNull(twoFactors.confirmedAt),
      })
      .returning({ userId: twoFactors.userId })
    if (started.length === 0) throw isOnAlready()
    return { secret, uri: setUpAddress(secret, config.company.name, principal.account.email) }
  },

  async confirmTwoFactor(context, { body: { code } }) {
    const { db, config, principal, request } = context
    // During setup the secret is known, so the day's limit on guessed app codes doesn't apply, and is reset.
    const counted = await countAttempt(
      context,
      ['secondFactor'],
      principal.account.email,
      request.ip,
    )
    const confirmed = await transact(db, async (tx) => {
      const password = await lockOwn(tx, principal.account.id)
      const [factor] = await tx
        .select({
          userId: twoFactors.userId,
          stored: twoFactors.secret,
          confirmedAt: twoFactors.confirmedAt,
        })
        .from(twoFactors)
        .where(eq(twoFactors.userId, principal.account.id))
      if (!factor) throw conflict('Start the setup again', 'two_factor_not_started')
      if (factor.confirmedAt) throw isOnAlready()
      if (!(await confirmWith(tx, config, factor, code))) throw wrongCode()
      const recoveryCodes = await renewCodes(tx, principal.account.id)
      await recordChanges(tx, ...accountChanges(principal.account.id))
      await record(tx, actorOf(request, principal), {
        kind: 'twoFactorOn',
        person: principal.account,
      })
      return { recoveryCodes, cookie: await replaceAllSessions(tx, context, password, true) }
    })
    await counted.forgive('secondFactor')
    await counted.forgiveEverywhere('timeCode')
    giveSessionCookie(context.reply, config, confirmed.cookie)
    return { recoveryCodes: confirmed.recoveryCodes }
  },

  async renewRecoveryCodes(context, { body }) {
    const { principal, request } = context
    return withBothFactors(context, body, true, async (tx) => {
      const recoveryCodes = await renewCodes(tx, principal.account.id)
      await record(tx, actorOf(request, principal), {
        kind: 'recoveryCodesMade',
        person: principal.account,
      })
      return { recoveryCodes }
    })
  },

  async endTwoFactor(context, { body }) {
    const { config, principal, request } = context
    if (needsTwoFactor(principal.account, config.requireAdmin2fa))
      throw conflict(
        "Administrators must use two-factor sign-in, so you can't turn it off",
        'two_factor_required_here',
      )
    return withBothFactors(context, body, false, async (tx) => {
      await removeTwoFactor(tx, principal.account.id)
      await record(tx, actorOf(request, principal), {
        kind: 'twoFactorOff',
        person: principal.account,
      })
      return null
    })
  },
}

/**
 * Performs an action for a caller who gives both password and code, and leaves two-factor sign-in on
 * or off. The password alone is not enough, because new recovery codes are a second factor.
 */
async function withBothFactors<Result>(
  context: Context<'signedIn'>,
  { currentPassword, code }: { currentPassword: string; code: string },
  staysOn: boolean,
  act: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  const { db, config, principal, reply } = context
  const password = await requireOwnPassword(context, currentPassword)
  const attempt = await countCode(context, principal.account.email, code)
  const done = await transact(db, async (tx) => {
    if ((await lockOwn(tx, principal.account.id)) !== password) throw wrongCurrentPassword()
    if (!(await isOn(tx, principal.account.id))) throw isOff()
    if (!(await takeCode(tx, config, principal.account.id, code))) throw wrongCode()
    const result = await act(tx)
    await recordChanges(tx, ...accountChanges(principal.account.id))
    return { result, cookie: await replaceAllSessions(tx, context, password, staysOn) }
  })
  await attempt.forgive()
  giveSessionCookie(reply, config, done.cookie)
  return done.result
}

/** Locks the caller's account against concurrent sign-ins and changes; returns its password hash. */
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
  const [factor] = await tx
    .select({ confirmedAt: twoFactors.confirmedAt })
    .from(twoFactors)
    .where(eq(twoFactors.userId, userId))
  return Boolean(factor?.confirmedAt)
}

const isOnAlready = () => conflict('Two-factor sign-in is already on', 'two_factor_on')
const isOff = () => conflict("Two-factor sign-in isn't on", 'two_factor_off')
const wrongCode = () => invalid("This code isn't right", { code: "This code isn't right" })
