import { security, spec } from '#test/support/requirements.ts'
import { expect, it } from 'vitest'
import {
  accountRoleOf,
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

/** The verdicts in the order of the roles. */
const verdictsOf = (...[visitor, pending, viewer, lender, manager, admin]: SixVerdicts) => ({
  ...{ visitor, pending, viewer, lender, manager, admin },
})
type SixVerdicts = [Verdict, Verdict, Verdict, Verdict, Verdict, Verdict]

const [yes, no] = ['allowed', 'forbidden'] as const
const rows: Row[] = [
  ['anyone', verdictsOf(yes, yes, yes, yes, yes, yes)],
  ['reader', verdictsOf(yes, yes, yes, yes, yes, yes)],
  ['signedIn', verdictsOf('signInFirst', yes, yes, yes, yes, yes)],
  ['viewer', verdictsOf('signInFirst', 'awaitingApproval', yes, yes, yes, yes)],
  ['lender', verdictsOf('signInFirst', 'awaitingApproval', 'viewsOnly', yes, yes, yes)],
  ['admin', verdictsOf('signInFirst', no, no, no, no, yes)],
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
  const [approved, firmRole] = [{ isAdmin: false, isApproved: true }, 'manager'] as const
  expect(roleOf({ isAdmin: false, isApproved: false, firmRole })).toBe('pending')
  expect(roleOf({ ...approved, firmRole: 'viewer' })).toBe('viewer')
  expect(roleOf({ ...approved, firmRole: 'committer' })).toBe('lender')
  expect(roleOf({ ...approved, firmRole: 'manager' })).toBe('manager')
  expect(roleOf({ isAdmin: true, isApproved: true, firmRole: 'viewer' })).toBe('admin')
  expect(roleOf({ isAdmin: true, isApproved: false, firmRole })).toBe('admin')
  expect(accountRoleOf(approved)).toBe('lender')
})
