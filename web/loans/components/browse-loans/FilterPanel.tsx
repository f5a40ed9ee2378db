import { Button } from '#web/ui/Button.tsx'
import { Checkbox } from '#web/ui/Checkbox.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Input } from '#web/ui/Input.tsx'
import { NativeSelect } from '#web/ui/NativeSelect.tsx'
import { Popover } from '#web/ui/Popover.tsx'
import { Sheet } from '#web/ui/Sheet.tsx'
import { usePhone } from '#web/ui/use-matches.ts'
import { isLoanOrder, loanOrders } from '#domain/loans/orders.ts'
import { compareFigures, parseMoney, parsePercent } from '#domain/money.ts'
import { textLimits } from '#domain/texts.ts'
import { plainPercent, typedDollars } from '#domain/typed-money.ts'
import { useState, type RefObject } from 'react'
import { orderTexts } from './filter-texts.ts'
import { noFilters, printBrowseState, type BrowseState } from './url-filters.ts'

export type FilterPanelProps = {
  anchor: RefObject<HTMLButtonElement | null>
  open: boolean
  onOpenChange: (open: boolean) => void
  state: BrowseState
  onChange: (part: Partial<BrowseState>) => void
}

/** Further filters: below their button, or in a sheet on a phone. */
export function FilterPanel({ anchor, open, onOpenChange, state, onChange }: FilterPanelProps) {
  const isPhone = usePhone()
  // Kept while the panel is closed, until other filters apply.
  const base = printBrowseState({ ...state, view: 'table', compare: [] })
  const [edit, setEdit] = useState<{ base: string; draft: Partial<BrowseState> }>({
    base,
    draft: {},
  })
  const form = (
    <FilterForm
      state={state}
      draft={edit.base === base ? edit.draft : {}}
      onDraft={(draft) => setEdit({ base, draft })}
      onApply={(part) => {
        setEdit({ base, draft: {} })
        onOpenChange(false)
        onChange(part)
      }}
    />
  )
  return isPhone ? (
    <Sheet open={open} onOpenChange={onOpenChange} title="Filters">
      {form}
    </Sheet>
  ) : (
    <Popover anchor={anchor} open={open} onOpenChange={onOpenChange} title="Filters">
      {form}
    </Popover>
  )
}

type Errors = Partial<Figures>

/** Nothing changes before it is applied, so that going back undoes all of it in one step. */
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
  const [errors, setErrors] = useState<Errors>({})
  const now = { ...state, ...draft }
  const set = (part: Partial<BrowseState>) => onDraft({ ...draft, ...part })
  const figure = (
    name: 'ltvMax' | 'rateMin' | 'amountMin' | 'amountMax',
    label: string,
    hint?: string,
  ) => (
    <Field label={label} hint={hint} error={errors[name]}>
      <Input
        inputMode="decimal"
        maxLength={24}
        value={now[name]}
        onChange={({ target }) => set({ [name]: target.value })}
      />
    </Field>
  )

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
      <Field label="Location">
        <Input
          placeholder="City, state or street"
          maxLength={textLimits.address}
          value={now.location}
          onChange={({ target }) => set({ location: target.value })}
        />
      </Field>
      <div className="grid grid-cols-2 items-start gap-3">
        {figure('ltvMax', 'LTV at most (%)', 'As complete, for construction loans.')}
        {figure('rateMin', 'Rate at least (%)')}
        {figure('amountMin', 'Size from ($)')}
        {figure('amountMax', 'Size to ($)')}
      </div>
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
      <div className="grid grid-cols-2 gap-2">
        <Button variant="outline" onClick={() => onApply(noFilters)}>
          Clear Filters
        </Button>
        <Button type="submit">Show Loans</Button>
      </div>
    </form>
  )
}

type Figures = Pick<BrowseState, 'ltvMax' | 'rateMin' | 'amountMin' | 'amountMax'>

/** The figures without what people write around them: "$1,000,000" and "1m" as "1000000". */
const plainFigures = ({ ltvMax, rateMin, amountMin, amountMax }: Figures): Figures => ({
  ltvMax: plainPercent(ltvMax) ?? ltvMax.trim(),
  rateMin: plainPercent(rateMin) ?? rateMin.trim(),
  amountMin: typedDollars(amountMin) ?? amountMin.trim(),
  amountMax: typedDollars(amountMax) ?? amountMax.trim(),
})

/** What is wrong with the figures. */
function errorsOf({ ltvMax, rateMin, amountMin, amountMax }: Figures): Errors {
  const isWrong = (text: string, parse: (text: string) => string | null) =>
    text !== '' && parse(text)?.startsWith('-') !== false
  const errors: Errors = {}
  const percent = 'Enter a number from 0 to 999.99.'
  const amount = 'Enter an amount with at most two decimals.'
  if (isWrong(ltvMax, parsePercent)) errors.ltvMax = percent
  if (isWrong(rateMin, parsePercent)) errors.rateMin = percent
  if (isWrong(amountMin, parseMoney)) errors.amountMin = amount
  if (isWrong(amountMax, parseMoney)) errors.amountMax = amount
  const [from, to] = [parseMoney(amountMin), parseMoney(amountMax)]
  if (from && to && compareFigures(from, to) > 0)
    errors.amountMax = 'Enter at least the amount on the left.'
  return errors
}
