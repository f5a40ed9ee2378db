/** Passwords that attackers try first: the most common ones, and the owner's own data. */
import { fullName, passwordMinimum } from '#domain/texts.ts'
import { invalid } from '#server/errors.ts'

const refusedCount = 10_000

let common: Promise<ReadonlySet<string>> | null = null

/** The list is large and rarely needed, so it is loaded when a password is first set. */
async function readCommon(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  const longEnough = dictionary['passwords-common'].filter((each) => each.length >= passwordMinimum)
  return new Set(longEnough.slice(0, refusedCount))
}

export interface Owner {
  email: string
  firstName: string
  lastName: string
}

export async function requireUncommon(password: string, owner: Owner, field: string) {
  common ??= readCommon().catch((error: unknown) => {
    common = null
    throw error
  })
  const refuse = (message: string) => invalid(message, { [field]: message })
  if ((await common).has(password.toLowerCase()))
    throw refuse('This is one of the most common passwords. Choose another.')
  if (isOwnersOwn(owner, password))
    throw refuse('This password is your name or email address. Choose another.')
}

function isOwnersOwn(owner: Owner, password: string): boolean {
  const bare = (text: string) => text.toLowerCase().replace(/\s/g, '')
  const { email, firstName, lastName } = owner
  const known = [email, email.slice(0, email.lastIndexOf('@')), firstName, lastName]
  return [...known, fullName(owner), lastName + firstName].some(
    (each) => bare(each) === bare(password),
  )
}
