/**
 * The installation's key for links that are computed instead of stored: invitations and unsubscribe links. It is stored
 * like other secrets (decision 14), under the name of its original use.
 */
import { randomBytes } from 'node:crypto'
import type { Config } from '#server/config/config.ts'
import type { Queryable } from '#server/database/client.ts'
import { secrets } from '#server/database/schema/secrets.ts'
import { eq } from 'drizzle-orm'
import { decryptSecret, encryptSecret } from './encryption.ts'

export const linkKeyName = 'invitation-key'
const place = { table: 'secrets', id: linkKeyName } as const

/** Creates the key if there is none. Returns null if the key can't be decrypted. */
export async function readLinkKey(
  db: Queryable,
  secretsKey: Config['secretsKey'],
): Promise<string | null> {
  return decryptSecret(secretsKey, place, (await findKey(db)) ?? (await makeKey(db, secretsKey)))
}

/** Like `readLinkKey`, but returns undefined if there is no key, in which case there can't be any links yet. */
export async function findLinkKey(
  db: Queryable,
  secretsKey: Config['secretsKey'],
): Promise<string | null | undefined> {
  const stored = await findKey(db)
  return stored === undefined ? undefined : decryptSecret(secretsKey, place, stored)
}

async function findKey(db: Queryable) {
  const [found] = await db
    .select({ value: secrets.value })
    .from(secrets)
    .where(eq(secrets.name, place.id))
  return found?.value
}

/** If several processes create the first key at the same time, only one of the keys is kept. */
async function makeKey(db: Queryable, secretsKey: Config['secretsKey']) {
  const value = encryptSecret(secretsKey, place, randomBytes(32).toString('base64url'))
  await db.insert(secrets).values({ name: place.id, value }).onConflictDoNothing()
  const made = await findKey(db)
  if (made === undefined) throw new Error('There is no key for links')
  return made
}
