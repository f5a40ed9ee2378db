/** At startup, refuses a SECRETS_KEY that does not fit, and encrypts secrets stored without one. */
import type { KeyObject } from 'node:crypto'
import type { Transaction } from '#server/database/client.ts'
import { sql } from 'drizzle-orm'
import { encryptSecret, isEncrypted } from './encryption.ts'
import { readStoredSecrets, requireFittingKey } from './stored-secrets.ts'

/**
 * Encrypts secrets stored in plain text and returns their number. Without a key, only checks them.
 * @throws {ConfigError} before writing anything, if the key can't decrypt a secret in use.
 */
export async function encryptStoredSecrets(
  tx: Transaction,
  key: KeyObject | null,
): Promise<number> {
  const rows = await readStoredSecrets(tx)
  requireFittingKey(
    key,
    rows,
    'set the key they were encrypted with, or if it is lost, run npm run secrets:forget',
  )
  if (!key) return 0
  const plain = rows.filter(({ stored }) => !isEncrypted(stored))
  if (plain.length === 0) return 0
  const column = (values: string[]) => sql`${sql.param(values)}::text[]`
  // If another process has replaced the secret, its value stays until the next start.
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
