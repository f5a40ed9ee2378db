import { roles } from '#domain/access.ts'
import { wholePercent, zeroPercent, type Percent } from '#domain/money.ts'
import { expect, it } from 'vitest'
import { loanPermissions, permissionsOnLoan } from './permissions.ts'
import { loanCan, loanStatuses, type LoanStatus } from './statuses.ts'

const loan = (status: LoanStatus, committed = zeroPercent, isDraft?: 'true') => ({
  status,
  committedPercentage: committed,
  holdPercentage: zeroPercent,
  ...{ bookStage: 'open' as const, commitmentDeadline: null },
  ...(isDraft && { isDraft }),
})
const uncommitted = (status: LoanStatus, isDraft?: 'true') => ({
  ...loan(status, zeroPercent, isDraft),
  hasCommitments: false,
})
const stages = loanStatuses.filter((status) => status !== 'funded')
const states = loanStatuses.flatMap((status) => [
  loan(status),
  loan(status, wholePercent(40)),
  loan(status, wholePercent(100)),
  loan(status, zeroPercent, 'true'),
  uncommitted(status),
  uncommitted(status, 'true'),
])

it("doesn't let visitors or pending lenders act on a loan", () => {
  for (const state of states)
    for (const role of ['visitor', 'pending'] as const)
      expect(permissionsOnLoan(role, state)).toEqual([])
})

it('lets lenders commit to a published, unfunded loan if at least one percent is available', () => {
  for (const status of stages) {
    expect(permissionsOnLoan('lender', loan(status))).toEqual(['commit'])
    expect(permissionsOnLoan('lender', loan(status, wholePercent(99)))).toEqual(['commit'])
    expect(permissionsOnLoan('lender', loan(status, '99.50' as Percent))).toEqual([])
    expect(permissionsOnLoan('lender', loan(status, wholePercent(100)))).toEqual([])
    expect(permissionsOnLoan('lender', loan(status, zeroPercent, 'true'))).toEqual([])
  }
  expect(permissionsOnLoan('lender', loan('funded'))).toEqual([])
})

it('lets a lender pass on a published, unfunded loan unless the lender has committed or already passed', () => {
  const undecided = { isUndecided: true }
  for (const status of loanStatuses) {
    const can = permissionsOnLoan('lender', { ...loan(status, wholePercent(100)), ...undecided })
    expect(can).toEqual(status === 'funded' ? [] : ['pass'])
    for (const state of [
      loan(status),
      { ...loan(status), isUndecided: false },
      { ...loan(status, zeroPercent, 'true'), ...undecided },
    ])
      expect(permissionsOnLoan('lender', state)).not.toContain('pass')
    for (const role of ['visitor', 'pending', 'admin'] as const)
      expect(permissionsOnLoan(role, { ...loan(status), ...undecided })).not.toContain('pass')
  }
})

it("lets administrators take the actions that the loan's status, commitments, and draft flag allow", () => {
  const onStage = ['delete', 'moveToStage', 'fund']
  for (const status of stages) {
    expect(permissionsOnLoan('admin', loan(status))).toEqual(['commit', 'changeTerms', ...onStage])
    expect(permissionsOnLoan('admin', loan(status, wholePercent(40)))).toEqual([
      'commit',
      ...onStage,
    ])
    expect(permissionsOnLoan('admin', loan(status, wholePercent(100)))).toEqual(onStage)
    expect(permissionsOnLoan('admin', loan(status, zeroPercent, 'true'))).toEqual([
      'changeTerms',
      ...onStage,
      'publish',
    ])
  }
  const held = { ...loan('Closing', wholePercent(100)), holdPercentage: wholePercent(100) }
  expect(permissionsOnLoan('admin', held)).toContain('changeTerms')
  expect(permissionsOnLoan('admin', { ...held, bookStage: 'closed' })).toEqual(onStage)
  expect(permissionsOnLoan('admin', loan('funded', wholePercent(40)))).toEqual(['reopen'])
  expect(permissionsOnLoan('admin', loan('funded', zeroPercent, 'true'))).toEqual([
    'reopen',
    'publish',
  ])
})

it('lets only administrators return a published loan to draft, and only while it has no commitments', () => {
  for (const status of loanStatuses) {
    for (const role of roles)
      expect(permissionsOnLoan(role, uncommitted(status)).includes('unpublish')).toBe(
        role === 'admin',
      )
    for (const state of [
      uncommitted(status, 'true'),
      { ...loan(status), hasCommitments: true },
      // A loan in a list includes no information about past commitments.
      loan(status),
    ])
      expect(permissionsOnLoan('admin', state)).not.toContain('unpublish')
  }
})

it("doesn't let any role take an action that the loan's status doesn't allow", () => {
  for (const role of roles)
    for (const state of states)
      for (const action of permissionsOnLoan(role, state)) {
        expect(loanPermissions).toContain(action)
        if (action !== 'publish' && action !== 'unpublish' && action !== 'requestAccess')
          expect(loanCan(action, state.status)).toBe(true)
      }
})
