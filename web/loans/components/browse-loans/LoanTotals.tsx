import type { LoanTotals as Totals } from '#contract/loans/shapes.ts'
import { formatMillions } from '#domain/money.ts'
import { loanTotalsQuery } from '#web/loans/components/loan-pages.ts'
import { Button } from '#web/ui/Button.tsx'
import { useQuery } from '@tanstack/react-query'
import { loanFiltersOf, type BrowseState } from './url-filters.ts'

export type LoanTotalsProps = {
  state: BrowseState
  onChange: (part: Partial<BrowseState>) => void
}

/** Totals for all matching loans, including those that aren't loaded: "24 loans · $311.0M · … 3 passed, Show". */
export function LoanTotals({ state, onChange }: LoanTotalsProps) {
  // The previous totals aren't kept as placeholder data, because the new list can arrive first and must not appear with
  // them.
  const { data, error } = useQuery(loanTotalsQuery(loanFiltersOf(state)))
  return (
    <div className="flex flex-wrap items-center gap-x-3 text-[0.8125rem] text-muted-foreground">
      <p>
        {data
          ? wordsOf(data)
          : // A non-breaking space preserves the height of the line.
            error
            ? "The totals couldn't be loaded"
            : '\u00a0'}
      </p>
      {data && data.passedLoans > 0 && (
        <PassedLoans count={data.passedLoans} state={state} onChange={onChange} />
      )}
    </div>
  )
}

function PassedLoans({ count, state, onChange }: LoanTotalsProps & { count: number }) {
  const isShown = state.passed === 'true'
  return (
    <span className="inline-flex items-center gap-1">
      {count} passed,
      <Button
        variant="link"
        size="s"
        className="h-auto! px-0! max-md:h-11!"
        aria-label={isShown ? 'Hide Passed Loans' : 'Show Passed Loans'}
        onClick={() => onChange({ passed: isShown ? '' : 'true' })}
      >
        {isShown ? 'Hide' : 'Show'}
      </Button>
    </span>
  )
}

function wordsOf({ loans, amount, availableAmount }: Totals): string {
  const counted = `${loans.toLocaleString('en-US')} ${loans === 1 ? 'loan' : 'loans'}`
  return [counted, formatMillions(amount), `${formatMillions(availableAmount)} available`].join(
    ' · ',
  )
}
