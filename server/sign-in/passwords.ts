/**
 * Password hashes: argon2id, at most two at a time and never on every core, so that sign-ins can't starve other
 * requests.
 */
import { randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { unavailable } from '#server/errors.ts'
import { readableSecret } from './tokens.ts'
import { limitConcurrency } from '#server/concurrency.ts'
import { hashOnThread, verifyOnThread } from './hashing-threads.ts'

// OWASP's first choice for argon2id: 19 MiB, two passes, one lane (Password Storage Cheat Sheet).
const parameters = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

/** How many are made at a time. */
export const hashesAtOnce = availableParallelism() > 2 ? 2 : 1

const inTurn = limitConcurrency({
  atOnce: hashesAtOnce,
  patience: {
    mostWaiting: 100,
    longestWaitMs: 5_000,
    refusal: () =>
      unavailable('Many people are signing in right now. Try again in a moment.', 'busy', 5),
  },
})

/** Hashes a new password to PHC text. */
export const hashPassword = (password: string) => inTurn(() => hashOnThread(password, parameters))

let decoy: Promise<string> | null = null

/**
 * Whether a password matches. Without a hash (no such account), the same work is done on a decoy, so
 * that response times don't reveal which email addresses have accounts.
 */
export async function passwordFits(stored: string | null, password: string): Promise<boolean> {
  decoy ??= hashOnThread(randomBytes(16).toString('hex'), parameters).catch((error: unknown) => {
    decoy = null
    throw error
  })
  const against = stored ?? (await decoy)
  const fits = await inTurn(() => verifyOnThread(against, password))
  return fits && stored !== null
}

/** A one-time password for a person to type: 140 random bits. */
export const generatePassword = () => readableSecret({ groups: 7, letters: 4 })
