import type { LoanListFilters } from '#web/loans/components/loan-pages.ts'
import { isStatusFilter, type StatusFilter } from '#domain/loans/statuses.ts'
import { textLimits } from '#domain/texts.ts'

/** The state in the page's address: `?search=harbor&status=open&type=Industrial&view=grid`. */
export interface BrowseState {
  search: string
  /** Empty is no filter. */
  status: StatusFilter | ''
  /** Empty is no filter. */
  type: string
  view: 'table' | 'grid'
}

/** Parses the address's query; unknown values count as not given. */
export function readBrowseState(query: string): BrowseState {
  const given = new URLSearchParams(query)
  const status = given.get('status') ?? ''
  return {
    search: (given.get('search') ?? '').slice(0, textLimits.search),
    status: isStatusFilter(status) ? status : '',
    type: (given.get('type') ?? '').slice(0, textLimits.propertyType),
    view: given.get('view') === 'grid' ? 'grid' : 'table',
  }
}

/** The address's query, without the question mark; empty for the page as first opened. */
export function printBrowseState({ search, status, type, view }: BrowseState): string {
  const parts = { search, status, type, view: view === 'table' ? '' : view }
  return new URLSearchParams(Object.entries(parts).filter(([, value]) => value)).toString()
}

/** The query sent to the server; the view concerns only the browser. */
export function loanFiltersOf({ search, status, type }: BrowseState): LoanListFilters {
  const words = search.trim()
  return {
    ...(words ? { search: words } : {}),
    ...(status ? { status } : {}),
    ...(type ? { propertyType: type } : {}),
  }
}
