import type { anyLoanFilters, LoanFilters } from '#contract/loans/shapes.ts'
import { endpointPages } from '#web/api/client.ts'
import type { QueryFunctionContext } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { loadOwnShares } from './own-shares.ts'

/** The list's filters and its order; an omitted one filters nothing. */
export type LoanListFilters = Omit<LoanFilters, 'limit' | 'cursor'>

/**
 * The list of loans, page by page, newest first unless sorted. All callers without filters share one cache
 * entry: the dashboard shows the start of what Browse Loans shows. A page comes together with what the user holds of
 * its loans, which has a line of its own: a row that grows would move the buttons below it under the pointer.
 */
export function loanPagesQuery(filters: LoanListFilters = {}, loansPerPage = 24) {
  const pages = endpointPages('listLoans', { ...filters, limit: String(loansPerPage) })
  return {
    ...pages,
    async queryFn(context: QueryFunctionContext<unknown[], string | null>) {
      const page = await pages.queryFn(context)
      await loadOwnShares(context.client, page.items)
      return page
    },
  }
}

/** The administrators' list, which has the drafts. */
export const allLoanPagesQuery = (
  filters: Pick<z.input<typeof anyLoanFilters>, 'search' | 'isDraft'>,
  loansPerPage = 24,
) => endpointPages('listAllLoans', { ...filters, limit: String(loansPerPage) })
