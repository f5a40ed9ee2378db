import { spec } from '#test/support/requirements.ts'
import { expect, test } from 'vitest'
import { adminTabs, printAdminState, readAdminState } from './admin-state.ts'

const first = {
  tab: 'loans',
  search: '',
  drafts: false,
  sort: 'newest',
  loan: '',
  kind: '',
  userSort: 'newest',
  user: '',
} as const
const loan = '3f2a1c9e-5b7d-4e8a-9c0b-1d2e3f4a5b6c'
const search = 'Pier 7 & "Sons" + co%'

test('treats an admin panel URL without a query as the default state', () => {
  spec('2.11.4')
  expect(readAdminState('')).toEqual(first)
  expect(printAdminState(first)).toBe('')
})

test('gives every tab of the admin panel a separate URL', () => {
  for (const tab of adminTabs) {
    expect(readAdminState(printAdminState({ ...first, tab })).tab).toBe(tab)
  }
})

test('keeps the search in the URL of every admin tab, and the loan only in the URLs of the documents and photos tabs', () => {
  const given = { ...first, search, loan }
  expect(readAdminState(printAdminState(given))).toEqual({ ...first, search })
  for (const tab of ['documents', 'photos'] as const) {
    expect(readAdminState(printAdminState({ ...given, tab }))).toEqual({ ...given, tab })
  }
  expect(readAdminState(printAdminState({ ...given, tab: 'users' }))).toEqual({
    ...first,
    tab: 'users',
    search,
  })
  expect(printAdminState({ ...given, tab: 'pending' })).toBe('tab=pending')
})

test('includes the kind of users only in the URL of the users tab', () => {
  const given = { ...first, tab: 'users', kind: 'pending' } as const
  expect(readAdminState(printAdminState(given))).toEqual(given)
  expect(printAdminState({ ...given, tab: 'pending' })).toBe('tab=pending')
})

test('includes the order of users only in the URL of the users tab', () => {
  const given = { ...first, tab: 'users', userSort: '-signedIn' } as const
  expect(printAdminState(given)).toBe('tab=users&sort=-signedIn')
  expect(readAdminState(printAdminState(given))).toEqual(given)
  expect(printAdminState({ ...given, tab: 'pending' })).toBe('tab=pending')
  expect(readAdminState('sort=name')).toEqual(first)
})

test('includes a user only in the URL of the pending approvals tab', () => {
  const given = { ...first, user: loan }
  const pending = { ...given, tab: 'pending' } as const
  expect(readAdminState(printAdminState(pending))).toEqual(pending)
  expect(printAdminState({ ...given, tab: 'users' })).toBe('tab=users')
})

test("offers the draft filter only in the admin panel's loan list", () => {
  const given = { ...first, search, drafts: true }
  expect(readAdminState(printAdminState(given))).toEqual(given)
  expect(printAdminState({ ...first, drafts: true })).toBe('drafts=true')
  expect(printAdminState({ ...given, tab: 'users' })).not.toContain('drafts')
})

test("includes the sort order only in the URL of the panel's loan list", () => {
  const given = { ...first, sort: 'due' } as const
  expect(readAdminState(printAdminState(given))).toEqual(given)
  expect(printAdminState({ ...given, tab: 'users' })).toBe('tab=users')
})

test("ignores invalid values in the admin panel's URL", () => {
  for (const query of [
    'tab=',
    'tab=Loans',
    'tab=toString',
    'page=2',
    'drafts=1',
    'sort=rate',
    'loan=12',
    `loan=${loan}0`,
  ]) {
    expect(readAdminState(query)).toEqual(first)
  }
  expect(readAdminState(`search=${'x'.repeat(500)}`).search).toHaveLength(200)
})
