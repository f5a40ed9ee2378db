import { expect, it } from 'vitest'
import { mayCall, roleOf, type Access, type Role, type Verdict } from './access.ts'

type Row = [Access, Record<Role, Verdict>]

const rows: Row[] = [
  ['anyone', { visitor: 'allowed', pending: 'allowed', lender: 'allowed', admin: 'allowed' }],
  ['reader', { visitor: 'allowed', pending: 'allowed', lender: 'allowed', admin: 'allowed' }],
  ['signedIn', { visitor: 'signInFirst', pending: 'allowed', lender: 'allowed', admin: 'allowed' }],
  [
    'approved',
    { visitor: 'signInFirst', pending: 'awaitingApproval', lender: 'allowed', admin: 'allowed' },
  ],
  [
    'admin',
    { visitor: 'signInFirst', pending: 'forbidden', lender: 'forbidden', admin: 'allowed' },
  ],
]

it.each(rows)('%s: each role gets its verdict', (access, verdicts) => {
  for (const [role, verdict] of Object.entries(verdicts))
    expect(mayCall(role as Role, access, true), role).toBe(verdict)
})

it('needs a sign-in for loans where they are not public, and changes nothing else', () => {
  expect(mayCall('visitor', 'reader', false)).toBe('signInFirst')
  expect(mayCall('pending', 'reader', false)).toBe('allowed')
  expect(mayCall('lender', 'reader', false)).toBe('allowed')
  for (const [access, verdicts] of rows.filter(([name]) => name !== 'reader'))
    for (const [role, verdict] of Object.entries(verdicts))
      expect(mayCall(role as Role, access, false)).toBe(verdict)
})

it('knows the role of an account', () => {
  expect(roleOf(null)).toBe('visitor')
  expect(roleOf({ isAdmin: false, isApproved: false })).toBe('pending')
  expect(roleOf({ isAdmin: false, isApproved: true })).toBe('lender')
  expect(roleOf({ isAdmin: true, isApproved: true })).toBe('admin')
  // An administrator needs nobody's approval.
  expect(roleOf({ isAdmin: true, isApproved: false })).toBe('admin')
})
