/** Checks an account's second-factor codes, accepts each code only once, and removes the factor. */
import type { Config } from '#server/config/config.ts'
import type { Queryable, Transaction, Database } from '#server/database/client.ts'
import { recoveryCodes, twoFactors } from '#server/database/schema/accounts.ts'
import { decryptSecret, encryptSecret } from '#server/secrets/encryption.ts'
import { unavailable } from '#server/errors.ts'
import type { Context } from '#server/http/mount.ts'
import { countAttempt, throttleLimits } from '#server/sign-in/throttle.ts'
import { looksLikeTimeCode, stepAt, stepOfCode } from './time-codes.ts'
import { readableSecret, tokenHash } from '#server/sign-in/tokens.ts'
import { recordPast } from '#server/audit/record.ts'
import { transact } from '#server/database/transactions.ts'
import { and, eq, isNotNull, sql, type SQL } from 'drizzle-orm'

type CodeSource = 'application' | 'recovery'

/**
 * Counts an attempt to enter a code, and rejects it after too many attempts. Wrong app codes are limited per day, even
 * if sign-ins succeed in between. Recovery codes are too long to guess.
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
      await counted.undo('timeCode')
    },
  }
}

type Keys = Pick<Config, 'secretsKey'>
const placeOf = (userId: string) => ({ table: 'two_factors', id: userId }) as const

export const toStoredSecret = ({ secretsKey }: Keys, userId: string, secret: string) =>
  encryptSecret(secretsKey, placeOf(userId), secret)

/** Decrypts the secret. Startup checks that it is readable, but the row might have changed since then. */
function readSecret({ secretsKey }: Keys, userId: string, stored: string): string {
  const secret = decryptSecret(secretsKey, placeOf(userId), stored)
  if (secret === null)
    throw unavailable("We can't check your code right now. Try again later.", 'no_key', 60)
  return secret
}

/**
 * Consumes a code of an account with two-factor sign-in. The account's row must be locked. Returns null if the code is
 * wrong.
 */
export async function takeCode(
  tx: Transaction,
  keys: Keys,
  userId: string,
  code: string,
): Promise<CodeSource | null> {
  const isOn = isNotNull(twoFactors.confirmedAt)
  const [factor] = await tx
    .select({ stored: twoFactors.secret })
    .from(twoFactors)
    .where(and(eq(twoFactors.userId, userId), isOn))
  if (!factor) return null
  if (!looksLikeTimeCode(code))
    return (await takeRecoveryCode(tx, userId, code)) ? 'recovery' : null
  return (await takeTimeCode(tx, keys, { userId, ...factor }, code, isOn)) ? 'application' : null
}

interface StoredFactor {
  userId: string
  stored: string
}

/**
 * Consumes an app code and turns on the second factor. Returns false if the code is wrong or already used. A stored
 * step in the future means that the clock was wrong. It must not lock the owner out.
 */
export async function takeTimeCode(
  tx: Transaction,
  keys: Keys,
  { userId, stored }: StoredFactor,
  code: string,
  isInState: SQL,
): Promise<boolean> {
  const secret = readSecret(keys, userId, stored)
  const { rows } = await tx.execute<{ seconds: number }>(
    sql`select extract(epoch from clock_timestamp())::float8 as seconds`,
  )
  const seconds = rows[0]?.seconds ?? 0
  const step = stepOfCode(secret, code, seconds)
  if (step === null) return false
  const { rowCount } = await tx
    .update(twoFactors)
    .set({ lastStep: step, confirmedAt: sql`coalesce(${twoFactors.confirmedAt}, now())` })
    .where(sql`${twoFactors.userId} = ${userId} and ${twoFactors.secret} = ${stored} and ${isInState}
      and (${twoFactors.lastStep} < ${step} or ${twoFactors.lastStep} > ${stepAt(seconds)} + 1)`)
  return rowCount === 1
}

async function takeRecoveryCode(tx: Transaction, userId: string, code: string) {
  const isIt = eq(recoveryCodes.codeHash, hashOf(userId, code))
  return (await tx.delete(recoveryCodes).where(isIt)).rowCount === 1
}

/** Replaces an account's recovery codes with ten new ones. Only their hashes are stored. */
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

/** The code has 125 random bits. Users type it only once. */
const newRecoveryCode = () => readableSecret({ groups: 5, letters: 5 })

const hashOf = (userId: string, code: string) =>
  tokenHash(`${userId} ${code.toLowerCase().replace(/[\s-]/g, '')}`)

/**
 * Turns off two-factor sign-in and deletes an unfinished setup. Returns false if two-factor sign-in was already off.
 */
export async function removeTwoFactor(tx: Transaction, userId: string): Promise<boolean> {
  const [removed] = await tx
    .delete(twoFactors)
    .where(eq(twoFactors.userId, userId))
    .returning({ confirmedAt: twoFactors.confirmedAt })
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))
  return removed !== undefined && removed.confirmedAt !== null
}

const maxAttempts = 500

const accountOfUser = sql`encode(sha256(convert_to(lower(users.email), 'UTF8')), 'hex')`

interface Unfinished extends Record<string, unknown> {
  id: string
  firstName: string
  lastName: string
  address: string
  since: string
}

/**
 * If a correct password isn't followed by a code, the password might be stolen. Records one audit entry per account and
 * IP address after the throttle's window, and deletes the attempts.
 */
export async function recordUnfinishedSignIns(db: Database): Promise<void> {
  const span = `${throttleLimits.codeMissing.windowMinutes} minutes`
  await transact(db, async (tx) => {
    const { rows } = await tx.execute<Unfinished>(sql`
      with ended as (
        delete from attempts where id in (
          select id from attempts
          where kind = 'codeMissing' and created_at <= now() - ${span}::interval
          order by created_at limit ${maxAttempts}
          for update skip locked)
        returning account, address, created_at
      )
      select users.id, first_name as "firstName", last_name as "lastName", address,
        to_char(min(ended.created_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as since
      from ended join users on ${accountOfUser} = ended.account
      group by users.id, address`)
    await recordPast(
      tx,
      rows.map(({ address, since, ...person }) => ({
        actor: { account: null, address, requestId: null },
        entry: {
          kind: 'signInFailed',
          person,
          after: { reason: 'codeMissing', passwordGivenAt: since },
        },
      })),
    )
  })
}
