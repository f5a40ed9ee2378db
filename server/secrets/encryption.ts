/**
 * If SECRETS_KEY is set, encrypts secrets that the server must be able to read again (decision 14). The stored string
 * is `enc1:` followed by the base64url encoding of a 12-byte nonce, the ciphertext, and a 16-byte tag.
 *
 * The cipher is AES-256-GCM with a random nonce. The secret's row is also authenticated, so one account's secret can't
 * be copied to another. A string without the prefix is a secret that was stored without a key. A new format gets a new
 * prefix.
 */
import { createCipheriv, createDecipheriv, randomBytes, type KeyObject } from 'node:crypto'

export interface SecretPlace {
  table: 'two_factors' | 'secrets' | 'receipt_keys' | 'funding_instructions'
  id: string
}

const algorithm = 'aes-256-gcm'
const prefix = 'enc1:'
const nonceBytes = 12
const tagBytes = 16

export const isEncrypted = (stored: string) => stored.startsWith(prefix)

const identity = ({ table, id }: SecretPlace) => Buffer.from(`${table} ${id}`)

/** Returns the string to store for a secret. Without a key, it is the secret itself. */
export function encryptSecret(key: KeyObject | null, place: SecretPlace, secret: string): string {
  if (!key) return secret
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv(algorithm, key, nonce).setAAD(identity(place))
  const parts = [nonce, cipher.update(secret, 'utf8'), cipher.final()]
  return prefix + Buffer.concat([...parts, cipher.getAuthTag()]).toString('base64url')
}

/** Decrypts a stored secret. Returns null if the secret was encrypted with another key or for another row. */
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
