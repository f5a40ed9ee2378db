import { Button } from '#web/ui/Button.tsx'
import { Checkbox } from '#web/ui/fields/Checkbox.tsx'
import { Field } from '#web/ui/fields/Field.tsx'
import { Input } from '#web/ui/fields/Input.tsx'
import { NativeSelect } from '#web/ui/fields/NativeSelect.tsx'
import { Popover } from '#web/ui/overlays/Popover.tsx'
import { Sheet } from '#web/ui/overlays/Sheet.tsx'
import { usePhone } from '#web/ui/use-matches.ts'
import { figureFilterNames, figureFilters } from '#domain/loans/figure-filters.ts'
import { isLoanOrder, loanOrders } from '#domain/loans/orders.ts'
import { textLimits } from '#domain/texts.ts'
import { useState, type RefObject } from 'react'
import { labelOfFigure, orderTexts } from './filter-texts.ts'
import { errorsOf, plainFigures, type FigureErrors } from './use-typed-filters.ts'
import { noFilters, type BrowseState } from './url-filters.ts'
import { StatePicker } from './StateButton.tsx'
import type { FilterDraft } from './use-filter-draft.ts'

export type FilterPanelProps = {
  anchor: RefObject<HTMLButtonElement | null>
  open: boolean
  onOpenChange: (open: boolean) => void
  state: BrowseState
  filters: FilterDraft
}

export function FilterPanel({ anchor, open, onOpenChange, state, filters }: FilterPanelProps) {
  const isPhone = usePhone()
  const form = (
    <FilterForm
      state={state}
      draft={filters.draft}
      onDraft={filters.setDraft}
      onApply={(part) => {
        onOpenChange(false)
        filters.apply(part)
      }}
    />
  )
  return isPhone ? (
    <Sheet open={open} onOpenChange={onOpenChange} title="Filters">
      {form}
    </Sheet>
  ) : (
    <Popover anchor={anchor} open={open} onOpenChange={onOpenChange} isWide title="Filters">
      {form}
    </Popover>
  )
}

/** Changes are applied together on submit so that the back button undoes them in one step. */
function FilterForm({
  state,
  draft,
  onDraft,
  onApply,
}: {
  state: BrowseState
  draft: Partial<BrowseState>
  onDraft: (draft: Partial<BrowseState>) => void
  onApply: (part: Partial<BrowseState>) => void
}) {
  const [errors, setErrors] = useState<FigureErrors>({})
  const [showsStates, setShowsStates] = useState(false)
  const now = { ...state, ...draft }
  const set = (part: Partial<BrowseState>) => onDraft({ ...draft, ...part })

  return (
    <form
      noValidate
      className="grid gap-4 p-4"
      onSubmit={(event) => {
        event.preventDefault()
        const figures = plainFigures(now)
        const found = errorsOf(figures)
        setErrors(found)
        if (Object.keys(found).length === 0) onApply({ ...draft, ...figures })
      }}
    >
      <h2 aria-hidden="true" className="text-base font-semibold md:hidden">
        Filters
      </h2>
      {/* The LTV comes first and receives focus, because lenders filter by it most often. */}
      <div className="grid grid-cols-2 items-start gap-3 md:grid-cols-3">
        {figureFilterNames.map((name) => (
          <Field
            key={name}
            label={labelOfFigure(name)}
            hint={figureFilters[name].hint}
            error={errors[name]}
          >
            <Input
              inputMode="decimal"
              maxLength={24}
              value={now[name]}
              onChange={({ target }) => set({ [name]: target.value })}
            />
          </Field>
        ))}
      </div>
      <Field label="Location">
        <Input
          placeholder="City, state or street"
          maxLength={textLimits.address}
          value={now.location}
          onChange={({ target }) => set({ location: target.value })}
        />
      </Field>
      <details
        className="-mt-2"
        onToggle={({ currentTarget }) => setShowsStates(currentTarget.open)}
      >
        <summary className="cursor-pointer text-[0.8125rem] font-medium max-md:py-2">
          Choose a State
        </summary>
        {showsStates && (
          <div className="pt-2">
            <StatePicker location={now.location} onChoose={(location) => set({ location })} />
          </div>
        )}
      </details>
      <div className="grid gap-4 md:grid-cols-2">
        <div>
          <Checkbox
            label="Favorites"
            checked={now.favorites === 'true'}
            onChange={({ target }) => set({ favorites: target.checked ? 'true' : '' })}
          />
          <Checkbox
            label="I hold"
            hint="Loans with your active commitments."
            checked={now.held === 'true'}
            onChange={({ target }) => set({ held: target.checked ? 'true' : '' })}
          />
        </div>
        <Field label="Sort by">
          <NativeSelect
            value={now.sort}
            onChange={({ target }) => isLoanOrder(target.value) && set({ sort: target.value })}
          >
            {loanOrders.map((order) => (
              <option key={order} value={order}>
                {orderTexts[order]}
              </option>
            ))}
          </NativeSelect>
        </Field>
      </div>
      <div className="grid grid-cols-2 gap-2">
        <Button variant="outline" onClick={() => onApply(noFilters)}>
          Clear Filters
        </Button>
        <Button type="submit">Show Loans</Button>
      </div>
    </form>
  )
}
