import type { LoanTotals as Totals } from '#contract/loans/shapes.ts'
import { formatMillions } from '#domain/money.ts'
import { endpointQuery } from '#web/api/client.ts'
import { useQuery } from '@tanstack/react-query'
import { loanFiltersOf, type BrowseState } from './url-filters.ts'

/** Totals for all matching loans, including those that aren't loaded: "24 loans · $311.0M · …". */
export function LoanTotals({ state }: { state: BrowseState }) {
  const { sort: _order, ...query } = loanFiltersOf(state)
  // There is no placeholder data. The new list can arrive first, and the totals of the previous filters must not appear
  // with it.
  const { data, error } = useQuery(endpointQuery('getLoanTotals', { query }))
  return (
    <p className="text-[0.8125rem] text-muted-foreground">
      {data
        ? wordsOf(data)
        : // A non-breaking space keeps the height of the line.
          error
          ? "The totals couldn't be loaded"
          : '\u00a0'}
    </p>
  )
}

function wordsOf({ loans, amount, availableAmount }: Totals): string {
  const counted = `${loans.toLocaleString('en-US')} ${loans === 1 ? 'loan' : 'loans'}`
  return [counted, formatMillions(amount), `${formatMillions(availableAmount)} available`].join(
    ' · ',
  )
}
