import type { Body } from '#contract/endpoint.ts'
import type { Endpoints } from '#contract/endpoints.ts'
import { needsTwoFactor } from '#domain/access.ts'
import type { AuditKind } from '#domain/audit/kinds.ts'
import { change } from '#server/change/change.ts'
import type { Transaction } from '#server/database/client.ts'
import { twoFactors, users } from '#server/database/schema/accounts.ts'
import { conflict, invalid, unauthorized } from '#server/errors.ts'
import type { Context } from '#server/http/mount.ts'
import { giveSessionCookie } from '#server/sign-in/sessions.ts'
import { countAttempt } from '#server/sign-in/throttle.ts'
import { newSecret, setUpAddress } from '#server/sign-in/two-factor/time-codes.ts'
import { eq, isNull, sql } from 'drizzle-orm'
import { accountChanges } from './change-account.ts'
import { replaceAllSessions, requireOwnPassword, wrongCurrentPassword } from './own-account.ts'
import {
  countCode,
  removeTwoFactor,
  renewCodes,
  takeCode,
  takeTimeCode,
  toStoredSecret,
} from '#server/sign-in/two-factor/second-factor.ts'

type Caller = Context<'signedIn'>
type BothFactors = Body<Endpoints['endTwoFactor']>

export async function startTwoFactor(context: Caller, currentPassword: string) {
  const { db, config, principal } = context
  const { id, email } = principal.account
  await requireOwnPassword(context, currentPassword)
  const secret = newSecret()
  const stored = toStoredSecret(config, id, secret)
  const started = await db
    .insert(twoFactors)
    .values({ userId: id, secret: stored })
    .onConflictDoUpdate({
      target: twoFactors.userId,
      set: { secret: stored, lastStep: 0, createdAt: sql`now()` },
      setWhere: isNull(twoFactors.confirmedAt),
    })
    .returning({ userId: twoFactors.userId })
  if (started.length === 0) throw isOnAlready()
  return { secret, uri: setUpAddress(secret, config.company.name, email) }
}

export async function confirmTwoFactor(context: Caller, code: string) {
  const { config, principal, request, reply } = context
  const { account: person } = principal
  // The caller knows the secret during setup, so the daily limit on guessed codes doesn't apply and is reset.
  const counted = await countAttempt(context, ['secondFactor'], person.email, request.ip)
  const { recoveryCodes, cookie } = await change(context, {
    lock: (tx) => lockOwn(tx, person.id),
    run: async (tx, password) => {
      const { userId, secret: stored, confirmedAt } = twoFactors
      const [factor] = await tx
        .select({ userId, stored, confirmedAt })
        .from(twoFactors)
        .where(eq(userId, person.id))
      if (!factor) throw conflict('Start the setup again', 'two_factor_not_started')
      if (factor.confirmedAt) throw isOnAlready()
      const isUnconfirmed = isNull(twoFactors.confirmedAt)
      if (!(await takeTimeCode(tx, config, factor, code, isUnconfirmed))) throw wrongCode()
      return {
        result: {
          recoveryCodes: await renewCodes(tx, person.id),
          cookie: await replaceAllSessions(tx, context, password, true),
        },
        changes: accountChanges(person.id),
        entries: [{ kind: 'twoFactorOn', person }],
      }
    },
  })
  await counted.forgive('secondFactor')
  await counted.forgiveEverywhere('timeCode')
  giveSessionCookie(reply, config, cookie)
  return { recoveryCodes }
}

export const renewRecoveryCodes = (context: Caller, body: BothFactors) =>
  withBothFactors(context, body, {
    kind: 'recoveryCodesMade',
    staysOn: true,
    act: async (tx, id) => ({ recoveryCodes: await renewCodes(tx, id) }),
  })

export function endTwoFactor(context: Caller, body: BothFactors) {
  if (needsTwoFactor(context.principal.account, context.config.requireAdmin2fa))
    throw conflict(
      "Administrators must use two-factor sign-in, so you can't turn it off",
      'two_factor_required_here',
    )
  return withBothFactors(context, body, {
    kind: 'twoFactorOff',
    staysOn: false,
    act: async (tx, id) => {
      await removeTwoFactor(tx, id)
      return null
    },
  })
}

interface FactorAct<Result> {
  kind: AuditKind
  staysOn: boolean
  act: (tx: Transaction, id: string) => Promise<Result>
}

/**
 * Requires the password and a code. The password alone isn't enough, because new recovery codes are a second factor.
 */
async function withBothFactors<Result>(
  context: Caller,
  { currentPassword, code }: BothFactors,
  { kind, staysOn, act }: FactorAct<Result>,
): Promise<Result> {
  const { config, principal, reply } = context
  const { account: person } = principal
  const password = await requireOwnPassword(context, currentPassword)
  const attempt = await countCode(context, person.email, code)
  const done = await change(context, {
    lock: (tx) => lockOwn(tx, person.id),
    run: async (tx, current) => {
      if (current !== password) throw wrongCurrentPassword()
      if (!(await isOn(tx, person.id))) throw isOff()
      if (!(await takeCode(tx, config, person.id, code))) throw wrongCode()
      const result = await act(tx, person.id)
      const cookie = await replaceAllSessions(tx, context, password, staysOn)
      return {
        result: { result, cookie },
        changes: accountChanges(person.id),
        entries: [{ kind, person }],
      }
    },
  })
  await attempt.forgive()
  giveSessionCookie(reply, config, done.cookie)
  return done.result
}

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
export const wrongCode = () => invalid("This code isn't right", { code: "This code isn't right" })
