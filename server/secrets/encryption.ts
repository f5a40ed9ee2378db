/**
 * Encrypts secrets that the program must be able to read again, where SECRETS_KEY is set (decision 14).
 * What is then stored is
 *
 *     enc1: + base64url of (nonce of 12 bytes + ciphertext + tag of 16 bytes)
 *
 * by AES-256-GCM with a random nonce. The row that the secret belongs to is authenticated with it, so
 * that nobody can make one account's secret another's. A text without the prefix is a secret that was
 * stored without a key; another form gets another prefix.
 */
import { createCipheriv, createDecipheriv, randomBytes, type KeyObject } from 'node:crypto'

/** The row that a secret belongs to: a table that holds secrets, and the row's primary key. */
export interface SecretPlace {
  table: 'two_factors' | 'secrets'
  id: string
}

const algorithm = 'aes-256-gcm'
const prefix = 'enc1:'
const nonceBytes = 12
const tagBytes = 16

export const isEncrypted = (stored: string) => stored.startsWith(prefix)

const identity = ({ table, id }: SecretPlace) => Buffer.from(`${table} ${id}`)

/** What to store of a secret; the secret itself without a key. */
export function encryptSecret(key: KeyObject | null, place: SecretPlace, secret: string): string {
  if (!key) return secret
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv(algorithm, key, nonce).setAAD(identity(place))
  const parts = [nonce, cipher.update(secret, 'utf8'), cipher.final()]
  return prefix + Buffer.concat([...parts, cipher.getAuthTag()]).toString('base64url')
}

/** The secret of what is stored; null when it is encrypted, and not with this key or not in this place. */
export function decryptSecret(
  key: KeyObject | null,
  place: SecretPlace,
  stored: string,
): string | null {
  if (!isEncrypted(stored)) return stored
  const bytes = Buffer.from(stored.slice(prefix.length), 'base64url')
  if (!key || bytes.length < nonceBytes + tagBytes) return null
  const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, nonceBytes))
  decipher.setAAD(identity(place)).setAuthTag(bytes.subarray(-tagBytes))
  const secret = decipher.update(bytes.subarray(nonceBytes, -tagBytes))
  try {
    return Buffer.concat([secret, decipher.final()]).toString('utf8')
  } catch {
    return null
  }
}
