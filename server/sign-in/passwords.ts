/** Password hashes with argon2id. Only two are computed at a time so that sign-ins can't starve other requests. */
import { unavailable } from '#server/errors.ts'
import { readableSecret } from './tokens.ts'
import { limitConcurrency } from '#server/concurrency.ts'
import { hash, verify } from '@node-rs/argon2'

/**
 * These are OWASP's recommended parameters for argon2id (Password Storage Cheat Sheet): 19 MiB, two passes, one lane.
 * The library's number for argon2id is 2.
 */
const parameters = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

export const hashConcurrency = 2

const limiter = limitConcurrency({
  concurrency: hashConcurrency,
  queue: {
    maxWaiting: 100,
    timeoutMs: 5_000,
    refusal: () =>
      unavailable('Many people are signing in right now. Try again in a moment.', 'busy', 5),
  },
})

export const hashPassword = (password: string) => limiter(() => hash(password, parameters))

/** A hash that takes as long to check as any other but matches no password, because its salt and hash are zeros. */
const decoy = `$argon2id$v=19$m=${parameters.memoryCost},t=${parameters.timeCost},p=${parameters.parallelism}$${'A'.repeat(22)}$${'A'.repeat(43)}`

/**
 * Returns true if a password matches. If there is no account, checks a decoy hash instead. Response times therefore
 * don't reveal which email addresses have accounts.
 */
export async function passwordFits(stored: string | null, password: string): Promise<boolean> {
  const fits = await limiter(() => verify(stored ?? decoy, password))
  return fits && stored !== null
}

/** A one-time password for a person to type, with 140 random bits. */
export const generatePassword = () => readableSecret({ groups: 7, letters: 4 })
