import { ListFilter } from 'lucide-react'
import { PartBoundary } from '#web/shell/PartBoundary.tsx'
import { Button } from '#web/ui/Button.tsx'
import { onDemand } from '#web/ui/on-demand.tsx'
import { useState, type RefObject } from 'react'
import type { BrowseState } from './url-filters.ts'
import type { FilterDraft } from './use-filter-draft.ts'
import { creditFilters } from './FilterLine.tsx'
import { typedFilters } from './use-typed-filters.ts'

export type FiltersButtonProps = {
  button: RefObject<HTMLButtonElement | null>
  /** If true, all other filters fit on one line, so the button is small and counts only the panel's filters. */
  isBesideLine: boolean
  state: BrowseState
  filters: FilterDraft
}

export function FiltersButton({ button, isBesideLine, state, filters }: FiltersButtonProps) {
  const [open, setOpen] = useState(false)
  const [isWanted, setIsWanted] = useState(false)
  const counted = isBesideLine ? creditFilters : panelFilters
  const count = counted.filter((name) => state[name].trim()).length
  return (
    <div>
      <Button
        ref={button}
        variant="outline"
        className={isBesideLine ? 'rounded-full! px-2.5!' : 'max-lg:px-3!'}
        title={isBesideLine ? 'More filters: debt yield, DSCR' : undefined}
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
        <span className={isBesideLine ? 'sr-only' : 'max-lg:sr-only'}>Filters</span>
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
            filters={filters}
          />
        </PartBoundary>
      )}
    </div>
  )
}

// The panel's code is loaded when the user points at the button or focuses it.
const FilterPanel = onDemand(() => import('./FilterPanel.tsx').then((part) => part.FilterPanel))

const panelFilters = [...typedFilters, 'favorites', 'held'] as const
