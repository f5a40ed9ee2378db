/**
 * Keys for signing receipts. They are stored in the database so that all processes and machines share them and backups
 * include them. The private key is encrypted like other secrets (decision 14).
 */
import { createHash, createPrivateKey, generateKeyPairSync, sign } from 'node:crypto'
import type { ReceiptKeySet } from '#contract/book/receipts.ts'
import { byTheProgram, record } from '#server/audit/record.ts'
import type { Config } from '#server/config/config.ts'
import type { Queryable, Transaction } from '#server/database/client.ts'
import { receiptKeys } from '#server/database/schema/secrets.ts'
import { unavailable } from '#server/errors.ts'
import { utcText } from '#server/database/sql/time-texts.ts'
import { decryptSecret, encryptSecret } from '#server/secrets/encryption.ts'
import { asc, isNull, sql } from 'drizzle-orm'

type Secrets = Pick<Config, 'secretsKey'>

export interface SigningKey {
  id: string
  /** An Ed25519 signature in base64url. The same content always has the same signature. */
  sign: (content: string | Buffer) => string
}

const placeOf = (id: string) => ({ table: 'receipt_keys', id }) as const

/** Creates the first key. If several processes do this at the same time, only one of the keys is kept. */
export async function ensureReceiptKey(db: Queryable, secrets: Secrets): Promise<void> {
  if ((await findCurrent(db)) === undefined) await insertNewKey(db, secrets)
}

/**
 * Returns the current key. Creates one if there is none, for example after a backup without receipt keys was restored.
 */
export async function readSigningKey(db: Queryable, secrets: Secrets): Promise<SigningKey> {
  const found = (await findCurrent(db)) ?? (await makeFirst(db, secrets))
  const d =
    found.privateKey && decryptSecret(secrets.secretsKey, placeOf(found.id), found.privateKey)
  if (!d) throw unavailable("Receipts can't be signed right now. Try again later.", 'no_key', 60)
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: found.publicKey, d }
  const key = createPrivateKey({ key: jwk, format: 'jwk' })
  return {
    id: found.id,
    sign: (content) => sign(null, Buffer.from(content), key).toString('base64url'),
  }
}

async function makeFirst(db: Queryable, secrets: Secrets) {
  await insertNewKey(db, secrets)
  const made = await findCurrent(db)
  if (!made) throw new Error('There is no key for receipts')
  return made
}

async function findCurrent(db: Queryable) {
  const [found] = await db.select().from(receiptKeys).where(isNull(receiptKeys.replacedAt))
  return found
}

async function insertNewKey(db: Queryable, { secretsKey }: Secrets): Promise<string | null> {
  const { x = '', d = '' } = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' })
  const id = thumbprint(x)
  const privateKey = encryptSecret(secretsKey, placeOf(id), d)
  const added = await db
    .insert(receiptKeys)
    .values({ id, publicKey: x, privateKey })
    .onConflictDoNothing()
    .returning({ id: receiptKeys.id })
  return added.length > 0 ? id : null
}

/** The thumbprint defined in RFC 7638. It is a hash of the key alone, so no other key has the same id. */
const thumbprint = (x: string) =>
  createHash('sha256')
    .update(JSON.stringify({ crv: 'Ed25519', kty: 'OKP', x }))
    .digest('base64url')

/**
 * Replaces the current key, deletes its private key, and records the change in the audit trail. Returns the old and new
 * keys' ids, or null if another process has just replaced the key.
 */
export async function replaceReceiptKey(
  tx: Transaction,
  secrets: Secrets,
): Promise<{ before: string | null; now: string } | null> {
  const [replaced] = await tx
    .update(receiptKeys)
    .set({ privateKey: null, replacedAt: sql`clock_timestamp()` })
    .where(isNull(receiptKeys.replacedAt))
    .returning({ id: receiptKeys.id })
  const before = replaced?.id ?? null
  const now = await insertNewKey(tx, secrets)
  if (now === null) return null
  await record(tx, byTheProgram, {
    kind: 'receiptKeyReplaced',
    ...(before !== null && { before: { key: before } }),
    after: { key: now },
  })
  return { before, now }
}

export async function listPublicKeys(db: Queryable): Promise<ReceiptKeySet['keys']> {
  const rows = await db
    .select({
      kid: receiptKeys.id,
      x: receiptKeys.publicKey,
      from: utcText(receiptKeys.createdAt),
      until: sql<string | null>`${utcText(receiptKeys.replacedAt)}`,
    })
    .from(receiptKeys)
    .orderBy(asc(receiptKeys.createdAt), asc(receiptKeys.id))
  return rows.map(({ kid, x, from, until }) => ({
    ...{ kty: 'OKP', crv: 'Ed25519', use: 'sig', alg: 'EdDSA' },
    ...{ kid, x, from },
    ...(until !== null && { until }),
  }))
}
