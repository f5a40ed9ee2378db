/** An account's second factor: checking its codes, each accepted once, and removing it. */
import type { Config } from '#server/config/config.ts'
import type { Queryable, Transaction } from '#server/database/client.ts'
import { recoveryCodes, twoFactors } from '#server/database/schema/accounts.ts'
import { decryptSecret, encryptSecret } from '#server/secrets/encryption.ts'
import { unavailable } from '#server/errors.ts'
import type { Context } from '#server/http/mount.ts'
import { countAttempt } from './throttle.ts'
import { looksLikeTimeCode, stepAt, stepOfCode } from './time-codes.ts'
import { readableSecret, tokenHash } from './tokens.ts'
import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'

/** Where a code came from. */
export type CodeSource = 'application' | 'recovery'

/**
 * Counts a guess at a code, and refuses it when there were too many. Wrong app codes are limited per
 * day, even between successful ones; recovery codes are too long to guess.
 */
export async function countCode(
  { db, config, request }: Pick<Context<'anyone'>, 'db' | 'config' | 'request'>,
  email: string,
  code: string,
): Promise<{ forgive: () => Promise<void> }> {
  const counted = looksLikeTimeCode(code)
    ? await countAttempt({ db, config }, ['secondFactor', 'timeCode'], email, request.ip)
    : await countAttempt({ db, config }, ['secondFactor'], email, request.ip)
  return {
    async forgive() {
      await counted.forgive('secondFactor')
      await counted.takeBack('timeCode')
    },
  }
}

type Keys = Pick<Config, 'secretsKey'>
const placeOf = (userId: string) => ({ table: 'two_factors', id: userId }) as const

/** What to store of the secret that an account shares with its app. */
export const toStoredSecret = ({ secretsKey }: Keys, userId: string, secret: string) =>
  encryptSecret(secretsKey, placeOf(userId), secret)

/** Decrypts the secret. Startup checks that it can be read, but the row may have changed since. */
function readSecret({ secretsKey }: Keys, userId: string, stored: string): string {
  const secret = decryptSecret(secretsKey, placeOf(userId), stored)
  if (secret === null)
    throw unavailable("We can't check your code right now. Try again later.", 'no_key', 60)
  return secret
}

/** Uses up a code of an account with two-factor sign-in, whose row is locked; null when it is wrong. */
export async function takeCode(
  tx: Transaction,
  keys: Keys,
  userId: string,
  code: string,
): Promise<CodeSource | null> {
  const [factor] = await tx
    .select({ stored: twoFactors.secret })
    .from(twoFactors)
    .where(and(eq(twoFactors.userId, userId), isNotNull(twoFactors.confirmedAt)))
  if (!factor) return null
  if (looksLikeTimeCode(code))
    return (await takeTimeCode(tx, keys, { userId, ...factor }, code)) ? 'application' : null
  return (await takeRecoveryCode(tx, userId, code)) ? 'recovery' : null
}

/** A second factor, as stored. */
interface StoredFactor {
  userId: string
  stored: string
}

async function takeTimeCode(tx: Transaction, keys: Keys, factor: StoredFactor, code: string) {
  const found = await findStep(tx, keys, factor, code)
  if (!found) return false
  const taken = await tx
    .update(twoFactors)
    .set({ lastStep: found.step })
    .where(and(isUnused(factor, found), isNotNull(twoFactors.confirmedAt)))
    .returning({ userId: twoFactors.userId })
  return taken.length > 0
}

/** Turns two-factor sign-in on with a first code; false when it is wrong. */
export async function confirmWith(
  tx: Transaction,
  keys: Keys,
  factor: StoredFactor,
  code: string,
): Promise<boolean> {
  const found = await findStep(tx, keys, factor, code)
  if (!found) return false
  const confirmed = await tx
    .update(twoFactors)
    .set({ lastStep: found.step, confirmedAt: sql`now()` })
    .where(and(isUnused(factor, found), isNull(twoFactors.confirmedAt)))
    .returning({ userId: twoFactors.userId })
  return confirmed.length > 0
}

/** The step that a code belongs to, and the current one, by the database's clock. */
async function findStep(
  tx: Transaction,
  keys: Keys,
  { userId, stored }: StoredFactor,
  code: string,
) {
  const secret = readSecret(keys, userId, stored)
  const { rows } = await tx.execute<{ seconds: number }>(
    sql`select extract(epoch from clock_timestamp())::float8 as seconds`,
  )
  const seconds = rows[0]?.seconds ?? 0
  const step = stepOfCode(secret, code, seconds)
  return step === null ? null : { step, current: stepAt(seconds) }
}

/**
 * The row whose last code is older than this one. A last step in the future was stored while the
 * clock was wrong; it must not lock the owner out until then.
 */
const isUnused = ({ userId, stored }: StoredFactor, { step, current }: Record<string, number>) =>
  sql`${twoFactors.userId} = ${userId} and ${twoFactors.secret} = ${stored}
    and (${twoFactors.lastStep} < ${step} or ${twoFactors.lastStep} > ${current} + 1)`

async function takeRecoveryCode(tx: Transaction, userId: string, code: string) {
  const used = await tx
    .delete(recoveryCodes)
    .where(eq(recoveryCodes.codeHash, hashOf(userId, code)))
    .returning({ userId: recoveryCodes.userId })
  return used.length > 0
}

/** Replaces an account's recovery codes with ten new ones; only their hashes are stored. */
export async function renewCodes(tx: Transaction, userId: string): Promise<string[]> {
  const codes = Array.from({ length: 10 }, newRecoveryCode)
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))
  await tx
    .insert(recoveryCodes)
    .values(codes.map((code) => ({ userId, codeHash: hashOf(userId, code) })))
  return codes
}

export const countRecoveryCodes = (db: Queryable, userId: string) =>
  db.$count(recoveryCodes, eq(recoveryCodes.userId, userId))

/** 125 random bits, typed once. */
const newRecoveryCode = () => readableSecret({ groups: 5, letters: 5 })

/** Ignores letter case, dashes and spaces. */
const hashOf = (userId: string, code: string) =>
  tokenHash(`${userId} ${code.toLowerCase().replace(/[\s-]/g, '')}`)

/** Turns two-factor sign-in off; false when it was not on. Also deletes an unfinished setup. */
export async function removeTwoFactor(tx: Transaction, userId: string): Promise<boolean> {
  const [removed] = await tx
    .delete(twoFactors)
    .where(eq(twoFactors.userId, userId))
    .returning({ confirmedAt: twoFactors.confirmedAt })
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))
  return removed !== undefined && removed.confirmedAt !== null
}
