import { isStatusFilter } from '#domain/loans/statuses.ts'
import { filterPropertyTypes } from '#domain/loans/property-types.ts'
import { endpointQuery } from '#web/api/client.ts'
import { SearchBox } from '#web/lists/SearchBox.tsx'
import { Field } from '#web/ui/Field.tsx'
import { NativeSelect } from '#web/ui/NativeSelect.tsx'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { FilterChips } from './FilterChips.tsx'
import { FiltersButton } from './FiltersButton.tsx'
import { openHint } from './filter-texts.ts'
import type { BrowseState } from './url-filters.ts'

export type LoanFilterBarProps = {
  state: BrowseState
  onChange: (part: Partial<BrowseState>, options?: { replace: boolean }) => void
  /** Saves the filters under a name. */
  onSave: () => void
}

/** The list's search box and filters, and below them those that are active. */
export function LoanFilterBar({ state, onChange, onSave }: LoanFilterBarProps) {
  const types = usePropertyTypes(state.type)
  const filters = useRef<HTMLButtonElement>(null)
  return (
    <div className="@container grid grid-cols-1 gap-2.5 print:hidden">
      <div className="grid gap-2.5 lg:flex">
        <SearchBox
          label="Search loans"
          search={state.search}
          // The first search adds a history entry; refining it does not.
          onSearch={(search) => onChange({ search }, { replace: state.search !== '' })}
        />
        <div className="grid grid-cols-[1fr_1fr_auto] gap-2.5 lg:flex">
          <Field label="Status" hideLabel className="min-w-0 lg:w-36">
            <NativeSelect
              value={state.status}
              onChange={({ target }) =>
                onChange({ status: isStatusFilter(target.value) ? target.value : '' })
              }
            >
              <option value="">All Status</option>
              {/* Once chosen, the chip below says what it means; the closed box has no room for it. */}
              <option value="open">{state.status === 'open' ? 'Open' : `Open: ${openHint}`}</option>
              <option value="funded">Funded</option>
            </NativeSelect>
          </Field>
          <Field label="Property Type" hideLabel className="min-w-0 lg:w-52">
            <NativeSelect
              value={state.type}
              onChange={({ target }) => onChange({ type: target.value })}
            >
              <option value="">All Types</option>
              {types.map((type) => (
                <option key={type} value={type}>
                  {type}
                </option>
              ))}
            </NativeSelect>
          </Field>
          <FiltersButton button={filters} state={state} onChange={onChange} />
        </div>
      </div>
      <FilterChips
        state={state}
        onChange={onChange}
        onSave={onSave}
        onEmpty={() => filters.current?.focus()}
      />
    </div>
  )
}

/** The fixed types, then any others in use, and the chosen one even if no loan has it. */
function usePropertyTypes(chosen: string): string[] {
  const { data: stored = [] } = useQuery(endpointQuery('listPropertyTypes'))
  return [...new Set([...filterPropertyTypes, ...stored, ...(chosen ? [chosen] : [])])]
}
