import { expect, test } from 'vitest'
import { loanFiltersOf, printBrowseState, readBrowseState } from './url-filters.ts'

const first = { search: '', status: '', type: '', view: 'table' } as const

test('an address without a query is the page as it first opens', () => {
  expect(readBrowseState('')).toEqual(first)
  expect(printBrowseState(first)).toBe('')
  expect(loanFiltersOf(first)).toEqual({})
})

test('what is written into the address is read back', () => {
  const state = {
    search: 'Pier 7 & "Sons" + co%',
    status: 'open',
    type: 'Hospitality Real Estate',
    view: 'grid',
  } as const
  expect(readBrowseState(printBrowseState(state))).toEqual(state)
  expect(readBrowseState(`?${printBrowseState(state)}`)).toEqual(state)
})

test('the server is asked for filters by its own names, and never for the view', () => {
  const state = readBrowseState('search=+harbor+&status=funded&type=Industrial&view=grid')
  expect(loanFiltersOf(state)).toEqual({
    search: 'harbor',
    status: 'funded',
    propertyType: 'Industrial',
  })
})

test('a space at the end of a search stays in the box, where the next word will follow', () => {
  expect(readBrowseState('search=harbor+').search).toBe('harbor ')
})

test('what an address may not say counts as not said', () => {
  for (const query of ['status=all', 'status=Closing', 'status=toString', 'view=list', 'page=2']) {
    expect(readBrowseState(query)).toEqual(first)
  }
  expect(readBrowseState(`search=${'x'.repeat(500)}`).search).toHaveLength(200)
})

test('a search of nothing but spaces is no filter', () => {
  expect(loanFiltersOf({ ...first, search: '   ' })).toEqual({})
})
