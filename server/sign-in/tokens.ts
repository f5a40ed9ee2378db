import { createHash, randomBytes } from 'node:crypto'

/** 256 random bits, encoded as 43 characters that need no escaping in a URL or cookie. */
export const newToken = () => randomBytes(32).toString('base64url')

/** A token's hash, in hexadecimal. No salt is needed, because random tokens can't be guessed. */
export const tokenHash = (token: string) => createHash('sha256').update(token).digest('hex')

/**
 * 32 characters that are hard to confuse with each other. Because 256 is divisible by 32, all characters are equally
 * likely.
 */
const readable = 'abcdefghijkmnpqrstuvwxyz23456789'

/** A random secret for a person to type, with 5 bits per character, in groups joined by dashes. */
export function readableSecret({ groups, letters }: { groups: number; letters: number }): string {
  const group = () => [...randomBytes(letters)].map((byte) => readable[byte % 32]).join('')
  return Array.from({ length: groups }, group).join('-')
}
