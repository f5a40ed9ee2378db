import { stepAt } from '#server/sign-in/two-factor/time-codes.ts'
import { generateSync } from 'otplib'
import type { Person } from './builders.ts'
import type { Desk } from './desk.ts'

export const currentCode = (secret: string) =>
  generateSync({ secret, epoch: Math.floor(Date.now() / 1000) })

/** Returns a code that stays wrong throughout a test, because it won't become valid within half an hour. */
export function wrongCode(secret: string): string {
  const now = stepAt(Date.now() / 1000)
  const right = new Set(
    Array.from({ length: 121 }, (_, index) =>
      generateSync({ secret, epoch: (now + index - 60) * 30 }),
    ),
  )
  let code = 0
  while (right.has(String(code).padStart(6, '0'))) code += 1
  return String(code).padStart(6, '0')
}

export async function turnOn(person: Person) {
  const body = { currentPassword: person.password }
  const { secret, uri } = await person.call('startTwoFactor', { body })
  const code = currentCode(secret)
  const { recoveryCodes } = await person.call('confirmTwoFactor', { body: { code } })
  return { secret, uri, code, recoveryCodes }
}

/** Lets a user use the current code again, because a test can't wait 30 seconds for the next one. */
export const forgetCodes = (desk: Pick<Desk, 'rows'>, person: { id: string }) =>
  desk.rows('update two_factors set last_step = 0 where user_id = $1', [person.id])
