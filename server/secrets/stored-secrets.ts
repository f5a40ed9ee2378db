import type { KeyObject } from 'node:crypto'
import { ConfigError } from '#server/config/settings.ts'
import type { Queryable } from '#server/database/client.ts'
import { storeMarkName } from '#server/storage/store-mark.ts'
import { sql } from 'drizzle-orm'
import { decryptSecret, isEncrypted, type SecretPlace } from './encryption.ts'

export interface StoredSecret extends SecretPlace, Record<string, unknown> {
  stored: string
  /** False for an unfinished two-factor setup, because the next attempt uses a new secret. */
  isInUse: boolean
}

export async function readStoredSecrets(db: Queryable): Promise<StoredSecret[]> {
  const { rows } = await db.execute<StoredSecret>(sql`
    select 'two_factors' as "table", user_id::text as id, secret as stored,
      confirmed_at is not null as "isInUse" from two_factors
    union all select 'secrets', name, value, true from secrets where name <> ${storeMarkName}
    union all select 'receipt_keys', id, private_key, true from receipt_keys
      where private_key is not null
    union all select 'funding_instructions', id::text, account_number, true from funding_instructions
    order by 1, 2`)
  return rows
}

const encryptedInUse = (rows: StoredSecret[]) =>
  rows.filter(({ stored, isInUse }) => isInUse && isEncrypted(stored))

export const findUnreadable = (key: KeyObject | null, rows: StoredSecret[]): StoredSecret[] =>
  encryptedInUse(rows).filter((row) => decryptSecret(key, row, row.stored) === null)

/** @throws {ConfigError} if the key can't decrypt a secret that is in use. The message ends with `advice`. */
export function requireFittingKey(key: KeyObject | null, rows: StoredSecret[], advice: string) {
  const all = encryptedInUse(rows).length
  const unreadable = findUnreadable(key, rows)
  const [first] = unreadable
  if (!first) return
  if (!key)
    throw new ConfigError(
      `SECRETS_KEY is not set, but the database holds encrypted secrets (${all}); ${advice}`,
    )
  throw new ConfigError(
    `SECRETS_KEY can't decrypt ${unreadable.length} of the ${all} encrypted secrets in the database (first: ${first.table} ${first.id}); ${advice}`,
  )
}

/** Describes to the operator how secrets are stored. */
export const describeStorage = (key: KeyObject | null) =>
  key ? 'stored encrypted with SECRETS_KEY' : 'stored in plain text (SECRETS_KEY is not set)'
