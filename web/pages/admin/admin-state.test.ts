import { expect, test } from 'vitest'
import { adminTabs, printAdminState, readAdminState } from './admin-state.ts'

const first = { tab: 'loans', search: '' } as const

test('an address without a query is the panel as it first opens', () => {
  expect(readAdminState('')).toEqual(first)
  expect(printAdminState(first)).toBe('')
})

test('every tab has an address of its own', () => {
  for (const tab of adminTabs) {
    expect(readAdminState(printAdminState({ tab, search: '' })).tab).toBe(tab)
  }
})

test('a search stays with the loans', () => {
  const search = 'Pier 7 & "Sons" + co%'
  expect(readAdminState(printAdminState({ tab: 'loans', search }))).toEqual({ ...first, search })
  expect(printAdminState({ tab: 'users', search })).toBe('tab=users')
})

test('what an address may not say counts as not said', () => {
  for (const query of ['tab=', 'tab=Loans', 'tab=toString', 'page=2']) {
    expect(readAdminState(query)).toEqual(first)
  }
  expect(readAdminState(`search=${'x'.repeat(500)}`).search).toHaveLength(200)
})
