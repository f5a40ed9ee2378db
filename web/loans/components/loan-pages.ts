import type { anyLoanFilters, LoanFilters } from '#contract/loans/shapes.ts'
import { endpointPages } from '#web/api/client.ts'
import type { QueryFunctionContext } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { loadOwnShares } from './own-shares.ts'

/** Omitted filters don't apply. */
export type LoanListFilters = Omit<LoanFilters, 'limit' | 'cursor'>

/**
 * The paged loan list, newest first by default. Callers without filters share a cache entry. Each page waits for the
 * user's shares in its loans, because a row that grows later would shift the buttons below it.
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

export const allLoanPagesQuery = (
  filters: Pick<z.input<typeof anyLoanFilters>, 'search' | 'isDraft'>,
  loansPerPage = 24,
) => endpointPages('listAllLoans', { ...filters, limit: String(loansPerPage) })
