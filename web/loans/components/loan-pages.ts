import type { LoanFilters } from '#contract/loans/shapes.ts'
import { endpointPages } from '#web/api/client.ts'

/** The list's filters and its order; an omitted one filters nothing. */
export type LoanListFilters = Omit<LoanFilters, 'limit' | 'cursor'>

/**
 * The list of loans, page by page, newest first unless sorted. All callers without filters share one cache
 * entry: the dashboard shows the start of what Browse Loans shows.
 */
export function loanPagesQuery(filters: LoanListFilters = {}, loansPerPage = 24) {
  return endpointPages('listLoans', { ...filters, limit: String(loansPerPage) })
}
