/**
 * Password hashes: argon2id, few at a time, so that sign-ins can't starve other requests. A process that serves alone
 * makes two at a time, and one where two would take every core. With `WORKERS`, each process makes one.
 */
import cluster from 'node:cluster'
import { randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { unavailable } from '#server/errors.ts'
import { readableSecret } from './tokens.ts'
import { limitConcurrency } from '#server/concurrency.ts'
import { hashOnThread, verifyOnThread } from './hashing-threads.ts'

// OWASP's first choice for argon2id: 19 MiB, two passes, one lane (Password Storage Cheat Sheet).
const parameters = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

/** How many a process makes at a time. */
export const hashesIn = (process: { cores: number; isWorker: boolean }): number =>
  process.cores > 2 && !process.isWorker ? 2 : 1

/** The same of this process. */
export const hashesAtOnce = hashesIn({
  cores: availableParallelism(),
  isWorker: cluster.isWorker,
})

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
