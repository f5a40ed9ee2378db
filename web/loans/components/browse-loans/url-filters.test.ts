import { expect, test } from 'vitest'
import {
  isFiltered,
  loanFiltersOf,
  noFilters,
  printBrowseState,
  readBrowseState,
} from './url-filters.ts'

const first = { ...noFilters, sort: 'newest', view: 'table', compare: [], passed: '' } as const

test('treats a loan list URL without a query as the default list', () => {
  expect(readBrowseState('')).toEqual(first)
  expect(printBrowseState(first)).toBe('')
  expect(loanFiltersOf(first)).toEqual({ hidePassed: 'true' })
})

test('stores the loan filters in the URL and restores them from it', () => {
  const state = {
    search: 'Pier 7 & "Sons" + co%',
    status: 'open',
    type: 'Hospitality Real Estate',
    location: ' Boston, MA & 100%_\\',
    ltvMax: '64.99',
    rateMin: '7.125',
    debtYieldMin: '9.5',
    dscrMin: '1.20',
    amountMin: '0',
    amountMax: '9999999999999.99',
    favorites: 'true',
    held: 'true',
    sort: '-available',
    view: 'grid',
    passed: 'true',
    compare: ['3f2a1c9e-5b7d-4e8a-9c0b-1d2e3f4a5b6c', '00000000-0000-0000-0000-000000000000'],
  } as const
  expect(readBrowseState(printBrowseState(state))).toEqual(state)
  expect(readBrowseState(`?${printBrowseState(state)}`)).toEqual(state)
})

test("sends loan filters to the server under the server's names, and never sends the view", () => {
  const state = readBrowseState(
    'search=+harbor+&status=funded&type=Industrial&location=+Boston&ltvMax=65&favorites=true&sort=-rate&view=grid',
  )
  expect(loanFiltersOf(state)).toEqual({
    search: 'harbor',
    status: 'funded',
    propertyType: 'Industrial',
    location: 'Boston',
    ltvMax: '65',
    favorites: 'true',
    sort: '-rate',
    hidePassed: 'true',
  })
})

test('keeps a trailing space in the loan search so that the user can type the next word', () => {
  expect(readBrowseState('search=harbor+').search).toBe('harbor ')
})

test("ignores invalid values in the loan list's URL", () => {
  for (const query of [
    ...['status=all', 'status=Closing', 'status=toString', 'view=list', 'page=2'],
    ...['sort=borrower', 'sort=', 'favorites=yes', 'held=1', 'favorites=false'],
    ...['ltvMax=1000', 'ltvMax=-1', 'ltvMax=high', 'rateMin=7.123456', 'rateMin=', 'rateMin=1e2'],
    ...['amountMin=10000000000000', 'amountMax=-0.01', 'amountMax=1,000'],
  ]) {
    expect(readBrowseState(query), query).toEqual(first)
  }
  expect(readBrowseState(`search=${'x'.repeat(500)}`).search).toHaveLength(200)
})

test('ignores a blank loan search', () => {
  expect(loanFiltersOf({ ...first, search: '   ', location: ' ' })).toEqual({ hidePassed: 'true' })
  expect(isFiltered({ ...first, search: '   ', location: ' ' })).toBe(false)
})

test("doesn't count the sort order, the view, or the comparison as a loan filter", () => {
  const id = '3f2a1c9e-5b7d-4e8a-9c0b-1d2e3f4a5b6c'
  const state = { ...first, sort: '-rate', view: 'grid', compare: [id] } as const
  expect(isFiltered(state)).toBe(false)
  expect(loanFiltersOf(state)).toEqual({ sort: '-rate', hidePassed: 'true' })
  expect(loanFiltersOf({ ...state, passed: 'true' })).toEqual({ sort: '-rate' })
  for (const name of Object.keys(noFilters))
    expect(isFiltered({ ...first, [name]: 'true' }), name).toBe(true)
})
