import type { LoanFilters } from '#contract/loans.ts'
import { callPage, endpointQuery } from '#web/api.ts'
import { infiniteQueryOptions } from '@tanstack/react-query'

/** What narrows the list; a filter that is left out narrows nothing. */
export type LoanListFilters = Pick<LoanFilters, 'search' | 'status' | 'propertyType'>

/**
 * The list of loans page by page, newest first. Whoever asks without filters shares one entry of
 * the cache: the dashboard shows the beginning of what Browse Loans shows.
 */
export function loanPagesQuery(filters: LoanListFilters = {}, loansPerPage = 24) {
  const query = { ...filters, limit: String(loansPerPage) }
  return infiniteQueryOptions({
    // Apart from the key of a plain list, whose answer has another shape.
    queryKey: [...endpointQuery('listLoans', { query }).queryKey, 'pages'],
    queryFn: ({ pageParam, signal }) =>
      callPage('listLoans', pageParam ? { ...query, cursor: pageParam } : query, signal),
    // Null is the first page; its cursor is nothing.
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
  })
}
