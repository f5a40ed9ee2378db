import { comparisonPath, mostCompared } from '#web/loans/components/compared-loans.ts'
import { Button } from '#web/ui/Button.tsx'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { X } from '#web/ui/icons/x.ts'
import { printBrowseState, type BrowseState } from './url-filters.ts'

export interface CompareBarProps {
  state: BrowseState
  onClear: () => void
}

/** What is selected for the comparison; nothing while no loan is. */
export function CompareBar(props: CompareBarProps) {
  return (
    // Empty, it is there already: a text that appears in it is announced.
    <div aria-live="polite" className="flex shrink-0 items-center gap-0.5 pb-1 print:hidden">
      {props.state.compare.length > 0 && <SelectedLoans {...props} />}
    </div>
  )
}

/** How many loans are selected, and the way to their comparison. A phone shows only the number. */
function SelectedLoans({ state, onClear }: CompareBarProps) {
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
      <p className="text-[0.8125rem] text-muted-foreground max-sm:sr-only">
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
