import { comparisonPath, mostCompared } from '#web/loans/components/compared-loans.ts'
import { Button } from '#web/ui/Button.tsx'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { X } from 'lucide-react'
import { printBrowseState, type BrowseState } from './url-filters.ts'

export const CompareBar = (props: SelectedLoansProps) => (
  // The live region is rendered even when empty, because screen readers announce only text added to an existing region.
  <div aria-live="polite" className="flex shrink-0 items-center gap-0.5 print:hidden">
    {props.state.compare.length > 0 && <SelectedLoans {...props} />}
  </div>
)

type SelectedLoansProps = { state: BrowseState; onClear: () => void }

function SelectedLoans({ state, onClear }: SelectedLoansProps) {
  const ids = state.compare
  const compare = (
    <>
      Compare
      <span aria-hidden="true" className="sm:hidden">
        {ids.length}
      </span>
    </>
  )
  return (
    <>
      <p className="text-[0.8125rem] whitespace-nowrap text-muted-foreground max-sm:sr-only">
        {ids.length} of {mostCompared} loans selected
      </p>
      <Button
        variant="ghost"
        size="s"
        aria-label="Clear"
        className="max-sm:px-1.5!"
        onClick={onClear}
      >
        <X className="sm:hidden" />
        <span className="max-sm:hidden">Clear</span>
      </Button>
      {ids.length > 1 ? (
        <ButtonLink
          size="s"
          className="max-sm:px-2!"
          href={comparisonPath(ids, printBrowseState({ ...state, compare: [] }))}
        >
          {compare}
        </ButtonLink>
      ) : (
        <Button size="s" className="max-sm:px-2!" disabled title="Select at least two loans.">
          {compare}
        </Button>
      )}
    </>
  )
}
