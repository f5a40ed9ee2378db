import { security, spec } from '#test/support/requirements.ts'
import { expect, it } from 'vitest'
import {
  mayCall,
  mustSetUpTwoFactor,
  roleOf,
  type Access,
  type Role,
  type Verdict,
} from './access.ts'

const open = { publicLoans: true, mustSetUpTwoFactor: false }
const closed = { ...open, publicLoans: false }

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

it.each(rows)(
  'determines which roles can call an endpoint with the access rule %s',
  (access, verdicts) => {
    spec('2.1.13', '6.1', '6.2')
    security('8.2.1')
    for (const [role, verdict] of Object.entries(verdicts))
      expect(mayCall(role as Role, access, open), role).toBe(verdict)
  },
)

it("requires a session for loans only if loans aren't public, and doesn't change other access rules", () => {
  expect(mayCall('visitor', 'reader', closed)).toBe('signInFirst')
  expect(mayCall('pending', 'reader', closed)).toBe('allowed')
  expect(mayCall('lender', 'reader', closed)).toBe('allowed')
  for (const [access, verdicts] of rows.filter(([name]) => name !== 'reader'))
    for (const [role, verdict] of Object.entries(verdicts))
      expect(mayCall(role as Role, access, closed)).toBe(verdict)
})

it('treats an administrator who lacks the required two-factor sign-in as a pending lender', () => {
  for (const publicLoans of [true, false])
    for (const [access] of rows) {
      const settingUp = mayCall('admin', access, { publicLoans, mustSetUpTwoFactor: true })
      const isForPending = mayCall('pending', access, { ...open, publicLoans }) === 'allowed'
      expect(settingUp, access).toBe(isForPending ? 'allowed' : 'setUpTwoFactorFirst')
    }
})

it('requires two-factor sign-in only for administrators and only if the operator turned on this requirement', () => {
  const lender = { isAdmin: false, hasTwoFactor: false }
  const admin = { isAdmin: true, hasTwoFactor: false }
  expect(mustSetUpTwoFactor(admin, true)).toBe(true)
  expect(mustSetUpTwoFactor({ ...admin, hasTwoFactor: true }, true)).toBe(false)
  expect(mustSetUpTwoFactor(admin, false)).toBe(false)
  expect(mustSetUpTwoFactor(lender, true)).toBe(false)
  expect(mustSetUpTwoFactor(null, true)).toBe(false)
})

it("derives a user's role from the account", () => {
  spec('6.3')
  expect(roleOf(null)).toBe('visitor')
  expect(roleOf({ isAdmin: false, isApproved: false })).toBe('pending')
  expect(roleOf({ isAdmin: false, isApproved: true })).toBe('lender')
  expect(roleOf({ isAdmin: true, isApproved: true })).toBe('admin')
  expect(roleOf({ isAdmin: true, isApproved: false })).toBe('admin')
})
