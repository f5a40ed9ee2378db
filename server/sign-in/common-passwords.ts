/** Passwords that are guessed first: the commonest of all, and what is known about their owner. */
import { fullName, passwordMinimum } from '#domain/texts.ts'
import { invalid } from '#server/errors.ts'

/** How many of the commonest that are long enough are refused. */
const refusedCount = 10_000

let common: Promise<ReadonlySet<string>> | null = null

/** The list is large and seldom needed, so it is read when the first password is chosen. */
async function readCommon(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  // Ranked, the commonest first, in lower case.
  const longEnough = dictionary['passwords-common'].filter((each) => each.length >= passwordMinimum)
  return new Set(longEnough.slice(0, refusedCount))
}

export interface Owner {
  email: string
  firstName: string
  lastName: string
}

/** Refuses a new password that is easy to guess; `field` is where it was typed. */
export async function requireUncommon(password: string, owner: Owner, field: string) {
  common ??= readCommon().catch((error: unknown) => {
    common = null
    throw error
  })
  const refuse = (message: string) => invalid(message, { [field]: message })
  if ((await common).has(password.toLowerCase()))
    throw refuse('This password is one of the most common; please choose another')
  if (isKnownOf(owner, password))
    throw refuse('This password is your name or e-mail address; please choose another')
}

/** Whether it is the owner's address, the part of it before the @, or a name, however spaced. */
function isKnownOf(owner: Owner, password: string): boolean {
  const bare = (text: string) => text.toLowerCase().replace(/\s/g, '')
  const { email, firstName, lastName } = owner
  const known = [email, email.slice(0, email.lastIndexOf('@')), firstName, lastName]
  return [...known, fullName(owner), lastName + firstName].some(
    (each) => bare(each) === bare(password),
  )
}
