import { readComparedIds } from '#web/loans/components/compared-loans.ts'
import type { LoanListFilters } from '#web/loans/components/loan-pages.ts'
import { mapFigureFilters, type FigureFilterName } from '#domain/loans/figure-filters.ts'
import { parseMoney, parsePercent, parseRate } from '#domain/money.ts'
import { isLoanOrder, type LoanOrder } from '#domain/loans/orders.ts'
import { isStatusFilter, type StatusFilter } from '#domain/loans/statuses.ts'
import { textLimits } from '#domain/texts.ts'

export const openHint = 'every loan that takes commitments'

/** An empty string means that no filter is set. Figures are decimal strings. */
export interface BrowseFilters extends Record<FigureFilterName, string> {
  search: string
  status: StatusFilter | ''
  type: string
  location: string
  favorites: 'true' | ''
  held: 'true' | ''
}

/** The state in the URL, such as `?search=harbor&status=open&ltvMax=65&sort=-rate&view=grid`. */
export interface BrowseState extends BrowseFilters {
  sort: LoanOrder
  view: 'table' | 'grid'
  compare: readonly string[]
  passed: 'true' | ''
}

export const noFilters: BrowseFilters = {
  search: '',
  status: '',
  type: '',
  location: '',
  ...mapFigureFilters(() => ''),
  favorites: '',
  held: '',
}

const parsers = { money: parseMoney, percent: parsePercent, rate: parseRate, ratio: parsePercent }

export function readBrowseState(query: string): BrowseState {
  const given = new URLSearchParams(query)
  const text = (name: string, longest = 20) => (given.get(name) ?? '').slice(0, longest)
  const flag = (name: string) => (given.get(name) === 'true' ? 'true' : '')
  const [status, sort] = [text('status'), text('sort')]
  return {
    search: text('search', textLimits.search),
    status: isStatusFilter(status) ? status : '',
    type: text('type', textLimits.propertyType),
    location: text('location', textLimits.address),
    ...mapFigureFilters((name, { kind }) => asLimit(text(name), parsers[kind])),
    favorites: flag('favorites'),
    held: flag('held'),
    sort: isLoanOrder(sort) ? sort : 'newest',
    view: given.get('view') === 'grid' ? 'grid' : 'table',
    compare: readComparedIds(given.get('compare')),
    passed: flag('passed'),
  }
}

/** Returns the input if it is a non-negative figure, or otherwise an empty string. */
const asLimit = (text: string, parse: (text: string) => string | null) =>
  parse(text)?.startsWith('-') === false ? text.trim() : ''

/** Returns the query string without the question mark. It is empty for the default state. */
export function printBrowseState({ sort, view, compare, ...filters }: BrowseState): string {
  const parts = {
    ...filters,
    sort: sort === 'newest' ? '' : sort,
    view: view === 'table' ? '' : view,
    compare: compare.join(','),
  }
  const query = new URLSearchParams(Object.entries(parts).filter(([, value]) => value))
  // Commas are valid in a query string, and unencoded commas are easier to read.
  return query.toString().replaceAll('%2C', ',')
}

export function loanFiltersOf({ search, type, location, ...rest }: BrowseState): LoanListFilters {
  return {
    search: search.trim() || undefined,
    status: rest.status || undefined,
    propertyType: type || undefined,
    location: location.trim() || undefined,
    ...mapFigureFilters((name) => rest[name] || undefined),
    favorites: rest.favorites || undefined,
    held: rest.held || undefined,
    sort: rest.sort === 'newest' ? undefined : rest.sort,
    hidePassed: rest.passed ? undefined : 'true',
  }
}

export const isFiltered = (state: BrowseState) =>
  Object.keys(noFilters).some((name) => state[name as keyof BrowseFilters].trim())
