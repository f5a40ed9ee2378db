import { expect, test } from 'vitest'
import { loanFiltersOf, printBrowseState, readBrowseState } from './url-filters.ts'

const first = { search: '', status: '', type: '', view: 'table' } as const

test('an address without a query is the page as first opened', () => {
  expect(readBrowseState('')).toEqual(first)
  expect(printBrowseState(first)).toBe('')
  expect(loanFiltersOf(first)).toEqual({})
})

test('parses what it printed into the address', () => {
  const state = {
    search: 'Pier 7 & "Sons" + co%',
    status: 'open',
    type: 'Hospitality Real Estate',
    view: 'grid',
  } as const
  expect(readBrowseState(printBrowseState(state))).toEqual(state)
  expect(readBrowseState(`?${printBrowseState(state)}`)).toEqual(state)
})

test("sends filters by the server's names, and never the view", () => {
  const state = readBrowseState('search=+harbor+&status=funded&type=Industrial&view=grid')
  expect(loanFiltersOf(state)).toEqual({
    search: 'harbor',
    status: 'funded',
    propertyType: 'Industrial',
  })
})

test('keeps a trailing space of a search in the box, where the next word will follow', () => {
  expect(readBrowseState('search=harbor+').search).toBe('harbor ')
})

test('ignores invalid values in an address', () => {
  for (const query of ['status=all', 'status=Closing', 'status=toString', 'view=list', 'page=2']) {
    expect(readBrowseState(query)).toEqual(first)
  }
  expect(readBrowseState(`search=${'x'.repeat(500)}`).search).toHaveLength(200)
})

test('a search of only spaces is no filter', () => {
  expect(loanFiltersOf({ ...first, search: '   ' })).toEqual({})
})
