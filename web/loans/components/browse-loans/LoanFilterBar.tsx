import { isStatusFilter } from '#domain/loans/statuses.ts'
import { filterPropertyTypes } from '#domain/loans/property/property-types.ts'
import { endpointQuery } from '#web/api/client.ts'
import { SearchBox } from '#web/lists/SearchBox.tsx'
import { PartBoundary } from '#web/shell/PartBoundary.tsx'
import { oncePainted } from '#web/ui/after-screen.ts'
import { cx } from '#web/ui/cx.ts'
import { Field } from '#web/ui/Field.tsx'
import { NativeSelect } from '#web/ui/NativeSelect.tsx'
import { onDemand } from '#web/ui/on-demand.tsx'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { FilterChipsProps } from './FilterChips.tsx'
import { isFiltered, openHint, readBrowseState, type BrowseState } from './url-filters.ts'
import { useFilterDraft } from './use-filter-draft.ts'

export type LoanFilterBarProps = {
  state: BrowseState
  /**
   * Whether all filters have room in one line; otherwise a button opens most of them. Null until the width is known,
   * so that neither is downloaded in vain.
   */
  isLine: boolean | null
  onChange: (part: Partial<BrowseState>, options?: { replace: boolean }) => void
  /** Saves the filters under a name. */
  onSave: () => void
}

/** The list's search box and filters, and below them those that are active. */
export function LoanFilterBar({ state, isLine, onChange, onSave }: LoanFilterBarProps) {
  const types = usePropertyTypes(state.type)
  const filters = useFilterDraft(state, onChange)
  const bar = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  /** Keeps what is typed beside it. */
  const choose = (part: Partial<BrowseState>) => filters.apply(part, filters.draft)
  return (
    <div className="@container grid grid-cols-1 gap-2.5 print:hidden">
      <div ref={bar} className={isLine ? line : 'grid gap-2.5 lg:flex'}>
        <SearchBox
          label="Search loans"
          search={state.search}
          // The first search adds a history entry; refining it does not.
          onSearch={(search) => onChange({ search }, { replace: state.search !== '' })}
        />
        <div className={isLine ? 'contents' : 'grid grid-cols-[1fr_1fr_auto] gap-2.5 lg:flex'}>
          <Field
            label="Status"
            hideLabel
            className={isLine ? cx('w-25', state.status && isSet) : 'min-w-0 lg:w-36'}
          >
            <NativeSelect
              value={state.status}
              onChange={({ target }) =>
                choose({ status: isStatusFilter(target.value) ? target.value : '' })
              }
            >
              <option value="">All Status</option>
              {/* Once chosen, the chip below says what it means; the closed box has no room for it. */}
              <option value="open">{state.status === 'open' ? 'Open' : `Open: ${openHint}`}</option>
              <option value="funded">Funded</option>
            </NativeSelect>
          </Field>
          <Field
            label="Property Type"
            hideLabel
            className={isLine ? cx('w-25', state.type && isSet) : 'min-w-0 lg:w-52'}
          >
            <NativeSelect
              value={state.type}
              onChange={({ target }) => choose({ type: target.value })}
            >
              <option value="">All Types</option>
              {types.map((type) => (
                <option key={type} value={type}>
                  {type}
                </option>
              ))}
            </NativeSelect>
          </Field>
          <PartBoundary>
            {isLine && <FilterLine state={state} filters={filters} />}
            {isLine === false && <FiltersButton button={button} state={state} filters={filters} />}
          </PartBoundary>
        </div>
      </div>
      <PartBoundary>
        <FilterChips
          state={state}
          onChange={onChange}
          onSave={onSave}
          onEmpty={() => (button.current ?? bar.current?.querySelector('input'))?.focus()}
        />
      </PartBoundary>
    </div>
  )
}

const line =
  'flex flex-wrap gap-1.5 text-[0.8125rem] [&_:is(input,select)]:rounded-full [&_form]:min-w-32 ' +
  '[&_input]:pr-1 [&_select]:pr-6 [&_select+svg]:right-2'

/** As the chips beside it. */
const isSet = '[&_select]:border-primary'

// A window shows one of the two.
const FilterLine = onDemand(
  () => import('./FilterLine.tsx').then((part) => part.FilterLine),
  // The room that it takes.
  () => <div className="w-132" />,
)

const FiltersButton = onDemand(
  oncePainted(() => import('./FiltersButton.tsx').then((part) => part.FiltersButton)),
  () => <div className="w-11 lg:w-24" />,
)

/** The fixed types, then any others in use, and the chosen one even if no loan has it. */
function usePropertyTypes(chosen: string): string[] {
  const { data: stored = [] } = useQuery(endpointQuery('listPropertyTypes'))
  return [...new Set([...filterPropertyTypes, ...stored, ...(chosen ? [chosen] : [])])]
}

const loadChips = () => import('./FilterChips.tsx').then((part) => part.FilterChips)

const FilterChips = onDemand(
  () =>
    hasChips(readBrowseState(window.location.search)) ? loadChips() : oncePainted(loadChips)(),
  // As high as they are in one line.
  ({ state }: FilterChipsProps) => isFiltered(state) && <div className="h-7.5 max-md:h-11" />,
)

const hasChips = (state: BrowseState) => isFiltered(state) || state.sort !== 'newest'

/** Whether the active filters are shown, if there are any. They may take several lines, so the loans wait for them. */
export function useChipsShown(state: BrowseState): boolean {
  const [areLoaded, setLoaded] = useState(FilterChips.isLoaded)
  useEffect(() => void FilterChips.whenLoaded().then(() => setLoaded(true)), [])
  return areLoaded || !hasChips(state)
}
