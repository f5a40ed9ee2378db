import { isStatusFilter } from '#domain/loans/statuses.ts'
import { filterPropertyTypes } from '#domain/loans/property/property-types.ts'
import { endpointQuery } from '#web/api/client.ts'
import { SearchBox } from '#web/lists/SearchBox.tsx'
import { cx } from '#web/ui/cx.ts'
import { Field } from '#web/ui/fields/Field.tsx'
import { NativeSelect } from '#web/ui/fields/NativeSelect.tsx'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { FilterChips } from './FilterChips.tsx'
import { FilterLine } from './FilterLine.tsx'
import { FiltersButton } from './FiltersButton.tsx'
import { openHint, type BrowseState } from './url-filters.ts'
import { useFilterDraft } from './use-filter-draft.ts'

export type LoanFilterBarProps = {
  state: BrowseState
  /** True if all filters fit on one line. Otherwise, most of them are in a panel. Null until the width is measured. */
  isLine: boolean | null
  width: number
  onChange: (part: Partial<BrowseState>, options?: { replace: boolean }) => void
  onSave: () => void
}

export function LoanFilterBar({ state, isLine, width, onChange, onSave }: LoanFilterBarProps) {
  const types = usePropertyTypes(state.type)
  const filters = useFilterDraft(state, onChange)
  const bar = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const hasAll = width >= allFitPx
  const choose = (part: Partial<BrowseState>) => filters.apply(part, filters.draft)
  return (
    <div className="@container grid grid-cols-1 gap-2.5 print:hidden">
      <div ref={bar} className={isLine ? line : 'grid gap-2.5 lg:flex'}>
        <SearchBox
          label="Search loans"
          search={state.search}
          // The first search adds a history entry. Refining the search doesn't.
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
              {/* The option has a short name once it is selected, because the closed select is narrow and the button
                  below explains it. */}
              <option value="open">{state.status === 'open' ? 'Open' : `Open: ${openHint}`}</option>
              <option value="funded">Funded</option>
            </NativeSelect>
          </Field>
          <Field
            label="Property Type"
            hideLabel
            className={
              isLine ? cx(state.type ? 'w-27' : 'w-23', state.type && isSet) : 'min-w-0 lg:w-52'
            }
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
          {isLine && <FilterLine state={state} filters={filters} hasAll={hasAll} />}
          {(isLine === false || (isLine && !hasAll)) && (
            <FiltersButton button={button} isBesideLine={isLine} state={state} filters={filters} />
          )}
        </div>
      </div>
      <FilterChips
        state={state}
        onChange={onChange}
        onSave={onSave}
        onEmpty={() => (isLine ? bar.current?.querySelector('input') : button.current)?.focus()}
      />
    </div>
  )
}

/** The minimum width at which the debt yield and DSCR filters also fit on the line. */
const allFitPx = 1190

const line =
  'flex flex-wrap gap-x-1 gap-y-1.5 text-[0.8125rem] [&_:is(input,select)]:rounded-full [&_form]:min-w-32 ' +
  '[&_[type=search]]:pl-8 [&_input]:pr-1 [&_select]:pr-6 [&_select+svg]:right-2'

/** The border of an active filter matches the filter buttons next to it. */
const isSet = '[&_select]:border-primary'

/** The fixed types, the other types in use, and the selected type even if no loan has it. */
function usePropertyTypes(chosen: string): string[] {
  const { data: stored = [] } = useQuery(endpointQuery('listPropertyTypes'))
  return [...new Set([...filterPropertyTypes, ...stored, ...(chosen ? [chosen] : [])])]
}
