/** Secrets that are handed to one person, of which the database keeps only the hash. */
import { createHash, randomBytes } from 'node:crypto'

/** 256 random bits: 43 letters that an address and a cookie take as they are. */
export const newToken = () => randomBytes(32).toString('base64url')

/** The hash of a token, in hexadecimal. It needs no salt: nobody guesses what is random. */
export const tokenHash = (token: string) => createHash('sha256').update(token).digest('hex')
