import { PartBoundary } from '#web/shell/PartBoundary.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ListFilter } from '#web/ui/icons/list-filter.ts'
import { onDemand } from '#web/ui/on-demand.tsx'
import { useState, type RefObject } from 'react'
import { activeFilters } from './filter-texts.ts'
import type { BrowseState } from './url-filters.ts'

export type FiltersButtonProps = {
  /** For whoever moves the focus there. */
  button: RefObject<HTMLButtonElement | null>
  state: BrowseState
  onChange: (part: Partial<BrowseState>) => void
}

/** The button that opens the panel of further filters, and tells how many of them are active. */
export function FiltersButton({ button, state, onChange }: FiltersButtonProps) {
  const [open, setOpen] = useState(false)
  const [isWanted, setIsWanted] = useState(false)
  // Those that the toolbar doesn't show itself.
  const count = activeFilters(state).filter(
    ({ name }) => name !== 'status' && name !== 'type',
  ).length
  return (
    <div>
      <Button
        ref={button}
        variant="outline"
        className="max-lg:px-3!"
        aria-haspopup="dialog"
        aria-expanded={open}
        onPointerEnter={FilterPanel.preload}
        onFocus={FilterPanel.preload}
        onClick={() => {
          setIsWanted(true)
          setOpen(!open)
        }}
      >
        <ListFilter aria-hidden="true" />
        <span className="max-lg:sr-only">Filters</span>
        {count > 0 && (
          <span>
            {count}
            <span className="sr-only"> active</span>
          </span>
        )}
      </Button>
      {isWanted && (
        <PartBoundary>
          <FilterPanel
            anchor={button}
            open={open}
            onOpenChange={setOpen}
            state={state}
            onChange={onChange}
          />
        </PartBoundary>
      )}
    </div>
  )
}

// The panel's code is loaded when the pointer or focus reaches the button.
const FilterPanel = onDemand(() => import('./FilterPanel.tsx').then((part) => part.FilterPanel))
