import type { PendingUser } from '#contract/accounts/users.ts'
import { expect, test } from 'vitest'
import { describeColleagues } from './describe-colleagues.ts'

const describe = (
  colleagues: PendingUser['colleagues'],
  { email = 'ann@alder.example', companyName = 'Alder' }: Partial<PendingUser> = {},
) =>
  describeColleagues({ email, companyName, firmName: null, colleagues }).map(
    ({ text, isWarning = false }) => `${isWarning ? '! ' : ''}${text}`,
  )

test('tells what a pending person shares with approved people, each apart', () => {
  expect(
    describe([
      { name: 'Lucia Marchetti', shares: 'company' },
      { name: 'Paolo Marchetti', shares: 'emailDomain' },
      { name: 'Bo Cole', shares: 'firm' },
    ]),
  ).toEqual([
    'In the same firm as Bo Cole',
    'Same email domain as Paolo Marchetti',
    'Gave the same company as Lucia Marchetti, but another email domain',
  ])
})

test('compares no domain of a public email service', () => {
  const email = 'ann@GMAIL.com'
  expect(describe([{ name: 'Bo Cole', shares: 'company' }], { email })).toEqual([
    '! Gave the same company as Bo Cole',
    '! Public email service, gmail.com',
  ])
  expect(describe([], { email, companyName: null })).toEqual(['! Public email service, gmail.com'])
})

test('tells that nobody approved shares anything', () => {
  expect(describe([])).toEqual(['No approved person shares the company or email domain'])
})

test('names three people, and counts the others', () => {
  const people = (count: number) =>
    Array.from({ length: count }, () => ({ name: 'Bo Cole', shares: 'emailDomain' as const }))
  const three = 'Same email domain as Bo Cole, Bo Cole, Bo Cole, and'
  expect(describe(people(5))).toEqual([`${three} 2 more`])
  expect(describe(people(20))).toEqual([`${three} at least 17 more`])
})
