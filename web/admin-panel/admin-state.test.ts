import { spec } from '#test/support/requirements.ts'
import { expect, test } from 'vitest'
import { adminTabs, printAdminState, readAdminState } from './admin-state.ts'

const first = { tab: 'loans', search: '', drafts: false, loan: '', user: '' } as const
const loan = '3f2a1c9e-5b7d-4e8a-9c0b-1d2e3f4a5b6c'
const search = 'Pier 7 & "Sons" + co%'

test("parses a panel URL without a query as the panel's initial state", () => {
  spec('2.11.4')
  expect(readAdminState('')).toEqual(first)
  expect(printAdminState(first)).toBe('')
})

test('gives every tab of the panel a separate URL', () => {
  for (const tab of adminTabs) {
    expect(readAdminState(printAdminState({ ...first, tab })).tab).toBe(tab)
  }
})

test("includes the search in every tab's URL, but includes the loan only in the URLs of the documents and photos tabs", () => {
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

test("includes a person only in the URL of the panel's pending approvals", () => {
  const given = { ...first, user: loan }
  const pending = { ...given, tab: 'pending' } as const
  expect(readAdminState(printAdminState(pending))).toEqual(pending)
  expect(printAdminState({ ...given, tab: 'users' })).toBe('tab=users')
})

test("offers the draft filter only in the panel's loan list", () => {
  const given = { ...first, search, drafts: true }
  expect(readAdminState(printAdminState(given))).toEqual(given)
  expect(printAdminState({ ...first, drafts: true })).toBe('drafts=true')
  expect(printAdminState({ ...given, tab: 'users' })).not.toContain('drafts')
})

test("treats invalid values in the panel's URL as missing", () => {
  for (const query of [
    'tab=',
    'tab=Loans',
    'tab=toString',
    'page=2',
    'drafts=1',
    'loan=12',
    `loan=${loan}0`,
  ]) {
    expect(readAdminState(query)).toEqual(first)
  }
  expect(readAdminState(`search=${'x'.repeat(500)}`).search).toHaveLength(200)
})
