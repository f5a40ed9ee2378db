/** At startup: refuses a SECRETS_KEY that does not fit, and encrypts secrets stored without one. */
import type { KeyObject } from 'node:crypto'
import { decryptSecret, encryptSecret, isEncrypted, type SecretPlace } from './encryption.ts'
import { ConfigError } from '#server/config/settings.ts'
import { sql } from 'drizzle-orm'
import type { Transaction } from '#server/database/client.ts'
import { storeMarkName } from '#server/storage/store-mark.ts'

interface StoredSecret extends SecretPlace, Record<string, unknown> {
  stored: string
  /** False for an unfinished two-factor setup, which starts over with a new secret. */
  isInUse: boolean
}

/**
 * Encrypts secrets stored in plain text; returns how many. Without a key, it only checks.
 * @throws ConfigError before writing anything, if the key can't decrypt a secret in use.
 */
export async function encryptStoredSecrets(
  tx: Transaction,
  key: KeyObject | null,
): Promise<number> {
  const { rows } = await tx.execute<StoredSecret>(sql`
    select 'two_factors' as "table", user_id::text as id, secret as stored,
      confirmed_at is not null as "isInUse" from two_factors
    union all select 'secrets', name, value, true from secrets where name <> ${storeMarkName}
    union all select 'receipt_keys', id, private_key, true from receipt_keys
      where private_key is not null
    order by 1, 2`)
  requireFittingKey(key, rows)
  if (!key) return 0
  const plain = rows.filter(({ stored }) => !isEncrypted(stored))
  if (plain.length === 0) return 0
  const column = (values: string[]) => sql`${sql.param(values)}::text[]`
  // If another process replaced the secret meanwhile, its value stays until the next start.
  await tx.execute(sql`
    with given as (
      select * from unnest(${column(plain.map(({ table }) => table))},
        ${column(plain.map(({ id }) => id))}, ${column(plain.map(({ stored }) => stored))},
        ${column(plain.map((row) => encryptSecret(key, row, row.stored)))})
        as given (place, id, plain, encrypted)
    ), factors as (
      update two_factors set secret = given.encrypted from given
      where place = 'two_factors' and user_id = given.id::uuid and secret = given.plain
    ), signing as (
      update receipt_keys set private_key = given.encrypted from given
      where place = 'receipt_keys' and receipt_keys.id = given.id and private_key = given.plain
    )
    update secrets set value = given.encrypted from given
    where place = 'secrets' and name = given.id and value = given.plain`)
  return plain.length
}

function requireFittingKey(key: KeyObject | null, rows: StoredSecret[]) {
  const encrypted = rows.filter(({ stored, isInUse }) => isInUse && isEncrypted(stored))
  const unreadable = encrypted.filter((row) => decryptSecret(key, row, row.stored) === null)
  const [first] = unreadable
  if (!first) return
  const advice = 'set the key they were encrypted with'
  if (!key)
    throw new ConfigError(
      `SECRETS_KEY is not set, but the database holds encrypted secrets (${encrypted.length}); ${advice}`,
    )
  throw new ConfigError(
    `SECRETS_KEY can't decrypt ${unreadable.length} of the ${encrypted.length} encrypted secrets in the database (first: ${first.table} ${first.id}); ${advice}`,
  )
}
