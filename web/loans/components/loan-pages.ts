import type { LoanFilters } from '#contract/loans/shapes.ts'
import { endpointPages } from '#web/api/client.ts'

/** What narrows the list; a filter that is left out narrows nothing. */
export type LoanListFilters = Pick<LoanFilters, 'search' | 'status' | 'propertyType'>

/**
 * The list of loans page by page, newest first. Whoever asks without filters shares one entry of
 * the cache: the dashboard shows the beginning of what Browse Loans shows.
 */
export function loanPagesQuery(filters: LoanListFilters = {}, loansPerPage = 24) {
  return endpointPages('listLoans', { ...filters, limit: String(loansPerPage) })
}
