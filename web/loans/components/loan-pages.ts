import type { LoanFilters } from '#contract/loans/shapes.ts'
import { endpointPages } from '#web/api/client.ts'

/** The list's filters; an omitted one filters nothing. */
export type LoanListFilters = Pick<LoanFilters, 'search' | 'status' | 'propertyType'>

/**
 * The list of loans, page by page, newest first. All callers without filters share one cache entry:
 * the dashboard shows the start of what Browse Loans shows.
 */
export function loanPagesQuery(filters: LoanListFilters = {}, loansPerPage = 24) {
  return endpointPages('listLoans', { ...filters, limit: String(loansPerPage) })
}
