import { newSavedFilter, type SavedFilter } from '#contract/loans/saved-filters.ts'
import { noFilters } from '#web/loans/components/browse-loans/url-filters.ts'
import { expect, test } from 'vitest'
import {
  conditionsOf,
  describeFilters,
  filtersOf,
  neverMatchesBecause,
} from './saved-conditions.ts'

const filters = {
  search: 'Pier 7',
  status: 'open',
  type: 'Retail',
  location: 'Boston',
  ltvMax: '65',
  rateMin: '7.25',
  debtYieldMin: '9',
  dscrMin: '1.2',
  amountMin: '0',
  amountMax: '1000000.5',
  favorites: 'true',
  held: '',
} as const

function saved(from: Parameters<typeof conditionsOf>[0]): SavedFilter {
  const read = newSavedFilter.parse({ name: 'Mine', ...conditionsOf(from) })
  const flag = (value: boolean) => (value ? 'true' : 'false')
  return {
    ...read,
    id: '',
    createdAt: '',
    isNotifying: flag(read.isNotifying),
    favorites: flag(read.favorites),
    held: flag(read.held),
  }
}

test("stores the loan list's filters in a saved filter", () => {
  const figures = {
    ltvMax: '65.00',
    debtYieldMin: '9.00',
    dscrMin: '1.20',
    amountMin: '0.00',
    amountMax: '1000000.50',
  }
  expect(filtersOf(saved(filters))).toEqual({ ...filters, ...figures })
  expect(filtersOf(saved(noFilters))).toEqual(noFilters)
})

test('describes every condition of a saved filter, with the search first', () => {
  expect(describeFilters(filters)).toBe(
    '“Pier 7” · Open: every loan that takes commitments · Retail · In Boston · LTV at most 65% · Rate at least 7.25% · Debt yield at least 9% · DSCR at least 1.20x · Size from $0 · Size up to $1,000,001 · Favorites',
  )
  expect(describeFilters({ ...noFilters, search: '  ' })).toBe('All loans')
})

test("recognizes saved filters that can't match new loans", () => {
  expect(neverMatchesBecause({ ...noFilters, status: 'open' })).toBeNull()
  expect(neverMatchesBecause({ ...noFilters, status: 'funded' })).toMatch('funded')
  expect(neverMatchesBecause({ ...noFilters, held: 'true' })).toMatch('hold')
  expect(neverMatchesBecause({ ...noFilters, favorites: 'true' })).toMatch('favorite')
})
