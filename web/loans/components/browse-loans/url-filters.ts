import { readComparedIds } from '#web/loans/components/compared-loans.ts'
import type { LoanListFilters } from '#web/loans/components/loan-pages.ts'
import { mapFigureFilters, type FigureFilterName } from '#domain/loans/figure-filters.ts'
import { parseMoney, parsePercent } from '#domain/money.ts'
import { isLoanOrder, type LoanOrder } from '#domain/loans/orders.ts'
import { isStatusFilter, type StatusFilter } from '#domain/loans/statuses.ts'
import { textLimits } from '#domain/texts.ts'

/** What the status "open" means, beyond its word. */
export const openHint = 'every loan that takes commitments'

/** What narrows the list; empty is no filter. Figures are decimal texts as they were typed. */
export interface BrowseFilters extends Record<FigureFilterName, string> {
  search: string
  status: StatusFilter | ''
  type: string
  location: string
  favorites: 'true' | ''
  held: 'true' | ''
}

/** The state in the page's address: `?search=harbor&status=open&ltvMax=65&sort=-rate&view=grid`. */
export interface BrowseState extends BrowseFilters {
  sort: LoanOrder
  view: 'table' | 'grid'
  /** The loans that are selected for a comparison. */
  compare: readonly string[]
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

/** Parses the address's query; unknown values count as not given. */
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
    ...mapFigureFilters((name, { kind }) =>
      asLimit(text(name), kind === 'money' ? parseMoney : parsePercent),
    ),
    favorites: flag('favorites'),
    held: flag('held'),
    sort: isLoanOrder(sort) ? sort : 'newest',
    view: given.get('view') === 'grid' ? 'grid' : 'table',
    compare: readComparedIds(given.get('compare')),
  }
}

/** A text if it is a figure from zero up, else empty. */
const asLimit = (text: string, parse: (text: string) => string | null) =>
  parse(text)?.startsWith('-') === false ? text.trim() : ''

/** The address's query, without the question mark; empty for the page as first opened. */
export function printBrowseState({ sort, view, compare, ...filters }: BrowseState): string {
  const parts = {
    ...filters,
    sort: sort === 'newest' ? '' : sort,
    view: view === 'table' ? '' : view,
    compare: compare.join(','),
  }
  const query = new URLSearchParams(Object.entries(parts).filter(([, value]) => value))
  // A comma may stand in a query as it is.
  return query.toString().replaceAll('%2C', ',')
}

/** The query sent to the server; the view concerns only the browser. */
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
  }
}

/** Whether anything narrows the list. */
export const isFiltered = (state: BrowseState) =>
  Object.keys(noFilters).some((name) => state[name as keyof BrowseFilters].trim())
