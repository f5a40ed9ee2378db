import type { anyLoanFilters, LoanFilters } from '#contract/loans/shapes.ts'
import { endpointPages, endpointQuery } from '#web/api/client.ts'
import type * as z from 'zod/mini'

export type LoanListFilters = Omit<LoanFilters, 'limit' | 'cursor'>

/** The paged loan list, newest first. Excludes passed loans by default. Callers without filters share a cache entry. */
export const loanPagesQuery = (
  filters: LoanListFilters = { hidePassed: 'true' },
  loansPerPage = 24,
) => endpointPages('listLoans', { ...filters, limit: String(loansPerPage) })

/** The number and amounts of all loans in the list, including those that aren't loaded. */
export function loanTotalsQuery({ sort: _order, ...query }: LoanListFilters) {
  return endpointQuery('getLoanTotals', { query })
}

export const allLoanPagesQuery = (
  filters: Pick<z.input<typeof anyLoanFilters>, 'search' | 'isDraft' | 'sort'>,
  loansPerPage = 24,
) => endpointPages('listAllLoans', { ...filters, limit: String(loansPerPage) })
