/** Secrets that are handed to one person, of which the database keeps only the hash. */
import { createHash, randomBytes } from 'node:crypto'

/** 256 random bits: 43 letters that an address and a cookie take as they are. */
export const newToken = () => randomBytes(32).toString('base64url')

/** The hash of a token, in hexadecimal. It needs no salt: nobody guesses what is random. */
export const tokenHash = (token: string) => createHash('sha256').update(token).digest('hex')

/** 32 letters and digits that can't be confused with each other: a byte chooses among them fairly. */
const readable = 'abcdefghijkmnpqrstuvwxyz23456789'

/** A random secret for a person to type: 5 bits a letter, and groups joined by dashes. */
export function readableSecret({ groups, letters }: { groups: number; letters: number }): string {
  const group = () => [...randomBytes(letters)].map((byte) => readable[byte % 32]).join('')
  return Array.from({ length: groups }, group).join('-')
}
