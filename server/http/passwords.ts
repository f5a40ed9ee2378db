/** Password hashes: argon2id, at most two at a time, so that sign-ins can't starve the rest. */
import { randomBytes } from 'node:crypto'
import { unavailable } from '#server/errors.ts'
import { hash, verify } from '@node-rs/argon2'

// OWASP's first choice for argon2id: 19 MiB, two passes, one lane (Password Storage Cheat Sheet).
const parameters = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const
const atOnce = 2
const mostWaiting = 100
const longestWaitMs = 5_000

let running = 0
const waiting: (() => void)[] = []

const busy = () => unavailable('Many people are signing in; please try again', 'busy', 5)

async function takeTurn(): Promise<void> {
  if (running < atOnce) {
    running += 1
    return
  }
  if (waiting.length >= mostWaiting) throw busy()
  await new Promise<void>((resolve, reject) => {
    const start = () => {
      clearTimeout(timer)
      resolve()
    }
    const timer = setTimeout(() => {
      waiting.splice(waiting.indexOf(start), 1)
      reject(busy())
    }, longestWaitMs)
    waiting.push(start)
  })
}

async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  await takeTurn()
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    // The turn passes on, so the number of those running stays the same.
    if (next) next()
    else running -= 1
  }
}

/** The PHC text of a new password. */
export const hashPassword = (password: string) => inTurn(() => hash(password, parameters))

let decoy: Promise<string> | null = null

/**
 * Whether a password fits. Without a hash (no such account) the same work is done against a decoy,
 * so that the time of the answer doesn't tell which e-mail addresses are known.
 */
export async function passwordFits(stored: string | null, password: string): Promise<boolean> {
  decoy ??= hash(randomBytes(16).toString('hex'), parameters)
  const against = stored ?? (await decoy)
  const fits = await inTurn(() => verify(against, password))
  return fits && stored !== null
}

/** A password for a person to type once: 80 random bits in letters that can't be confused. */
export function generatePassword(): string {
  const letters = 'abcdefghijkmnpqrstuvwxyz23456789'
  return [...randomBytes(16)]
    .map((byte) => letters[byte % 32])
    .join('')
    .replace(/(.{4})(?=.)/g, '$1-')
}
