import type { anyLoanFilters, LoanFilters } from '#contract/loans/shapes.ts'
import { endpointPages } from '#web/api/client.ts'
import type * as z from 'zod/mini'

/** The list's filters and its order; an omitted one filters nothing. */
export type LoanListFilters = Omit<LoanFilters, 'limit' | 'cursor'>

/**
 * The list of loans, page by page, newest first unless sorted. All callers without filters share one cache
 * entry: the dashboard shows the start of what Browse Loans shows.
 */
export function loanPagesQuery(filters: LoanListFilters = {}, loansPerPage = 24) {
  return endpointPages('listLoans', { ...filters, limit: String(loansPerPage) })
}

/** The administrators' list, which has the drafts. */
export const allLoanPagesQuery = (
  filters: Pick<z.input<typeof anyLoanFilters>, 'search' | 'isDraft'>,
  loansPerPage = 24,
) => endpointPages('listAllLoans', { ...filters, limit: String(loansPerPage) })
