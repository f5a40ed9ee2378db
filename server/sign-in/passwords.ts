/** Password hashes: argon2id, at most two at a time, so that sign-ins can't starve the rest. */
import { randomBytes } from 'node:crypto'
import { unavailable } from '#server/errors.ts'
import { readableSecret } from './tokens.ts'
import { limitConcurrency } from '#server/concurrency.ts'
import { hash, verify } from '@node-rs/argon2'

// OWASP's first choice for argon2id: 19 MiB, two passes, one lane (Password Storage Cheat Sheet).
const parameters = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

const inTurn = limitConcurrency({
  atOnce: 2,
  patience: {
    mostWaiting: 100,
    longestWaitMs: 5_000,
    refusal: () => unavailable('Many people are signing in; please try again', 'busy', 5),
  },
})

/** The PHC text of a new password. */
export const hashPassword = (password: string) => inTurn(() => hash(password, parameters))

let decoy: Promise<string> | null = null

/**
 * Whether a password fits. Without a hash (no such account) the same work is done against a decoy,
 * so that the time of the answer doesn't tell which e-mail addresses are known.
 */
export async function passwordFits(stored: string | null, password: string): Promise<boolean> {
  decoy ??= hash(randomBytes(16).toString('hex'), parameters).catch((error: unknown) => {
    decoy = null
    throw error
  })
  const against = stored ?? (await decoy)
  const fits = await inTurn(() => verify(against, password))
  return fits && stored !== null
}

/** A password for a person to type once: 140 random bits. */
export const generatePassword = () => readableSecret({ groups: 7, letters: 4 })
