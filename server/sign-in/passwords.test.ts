import { security } from '#test/support/requirements.ts'
import { describe, expect, it } from 'vitest'
import { generatePassword, hashPassword, passwordFits } from './passwords.ts'

describe('password hashes', () => {
  it('verifies only the original password and creates a different hash each time', async () => {
    security('6.2.8', '11.2.1', '11.2.2', '11.4.2')
    const [one, other] = [await hashPassword('long enough'), await hashPassword('long enough')]
    expect(one).not.toBe(other)
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(await passwordFits(one, 'long enough')).toBe(true)
    for (const wrong of ['long enougH', 'long enough ', '', 'long enough\u200b'])
      expect(await passwordFits(one, wrong)).toBe(false)
  })

  it('distinguishes passwords of any length with any characters', async () => {
    security('6.2.5')
    const long = '🏗️ü'.repeat(32)
    const stored = await hashPassword(long)
    expect(await passwordFits(stored, long)).toBe(true)
    expect(await passwordFits(stored, `${long.slice(0, -1)}u`)).toBe(false)
  })

  it("rejects every password if the account doesn't exist", async () => {
    expect(await passwordFits(null, 'long enough')).toBe(false)
  })
})

it('rejects password checks when too many are waiting, and completes the checks that are already waiting', async () => {
  const outcomes = await Promise.allSettled(
    Array.from({ length: 110 }, () => hashPassword('long enough')),
  )
  const away = outcomes.filter((outcome) => outcome.status === 'rejected')
  // Two checks run while a hundred others wait. On a slow machine, some waiting checks also time out.
  expect(away.length).toBeGreaterThanOrEqual(8)
  for (const { reason } of away)
    expect(reason).toMatchObject({ status: 503, extra: { retryAfterSeconds: 5 } })
  expect(outcomes.length - away.length).toBeGreaterThan(0)
  expect(await hashPassword('long enough')).toContain('argon2id')
})

it('generates unique passwords that are easy to read aloud', () => {
  security('6.3.2', '6.4.1')
  const made = Array.from({ length: 100 }, generatePassword)
  expect(new Set(made).size).toBe(100)
  for (const password of made) expect(password).toMatch(/^([a-km-z2-9]{4}-){6}[a-km-z2-9]{4}$/)
})
