import { Heart } from 'lucide-react'
import { chipControl, FilterChip } from '#web/lists/FilterChip.tsx'
import { formatShortly, parseMoney } from '#domain/money.ts'
import { textLimits } from '#domain/texts.ts'
import { typedDollars } from '#domain/parse-typed-money.ts'
import { Button } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import { FieldError } from '#web/ui/fields/Field.tsx'
import { useId } from 'react'
import type { BrowseState } from './url-filters.ts'
import type { FilterDraft } from './use-filter-draft.ts'
import { typedFilters, useTypedFilters, type TypedFilter } from './use-typed-filters.ts'

export type FilterLineProps = { state: BrowseState; filters: FilterDraft }

/** The filters beside the search, the status and the type where all have room in one line. */
export function FilterLine({ state, filters }: FilterLineProps) {
  const { draft, apply } = filters
  const { error, field } = useTypedFilters(state, filters)
  const errorsId = useId()
  const errorIdOf = (name: TypedFilter) => `${errorsId}-${name}`
  /** What a text field needs, but for its place. */
  const typed = (name: TypedFilter) => ({
    ...field(name),
    autoComplete: 'off',
    'aria-invalid': error(name) ? (true as const) : undefined,
    'aria-describedby': error(name) && errorIdOf(name),
  })
  const figure = (name: TypedFilter) => ({
    ...typed(name),
    inputMode: 'decimal' as const,
    maxLength: 24,
  })
  const size = (name: 'amountMin' | 'amountMax', label: string, placeholder: string) => ({
    ...figure(name),
    value: draft[name] ?? shortly(state[name]),
    'aria-label': label,
    placeholder,
    className: cx(chipControl, 'w-12 flex-none!'),
  })
  const flag = (name: 'favorites' | 'held') => ({
    variant: 'outline' as const,
    'aria-pressed': state[name] === 'true',
    onClick: () => apply({ [name]: state[name] ? '' : 'true' }, draft),
    className: cx(
      'rounded-full! px-3! text-[0.8125rem]! font-normal!',
      state[name] ? 'border-primary!' : 'border-input!',
    ),
  })
  return (
    <>
      <FilterChip label={<span className="sr-only">Location</span>} isSet={state.location !== ''}>
        {(id) => (
          <input
            id={id}
            {...typed('location')}
            placeholder="City or state"
            maxLength={textLimits.address}
            className={cx(chipControl, '-ml-1.5 w-23')}
          />
        )}
      </FilterChip>
      <FilterChip label="LTV ≤" isSet={state.ltvMax !== ''}>
        {(id) => (
          <input
            id={id}
            {...figure('ltvMax')}
            aria-label="LTV at most (%)"
            title="As complete, for construction loans."
            placeholder="%"
            className={cx(chipControl, 'w-9.5')}
          />
        )}
      </FilterChip>
      <FilterChip label="Rate ≥" isSet={state.rateMin !== ''}>
        {(id) => (
          <input
            id={id}
            {...figure('rateMin')}
            aria-label="Rate at least (%)"
            placeholder="%"
            className={cx(chipControl, 'w-9.5')}
          />
        )}
      </FilterChip>
      <FilterChip
        label="Size"
        isSet={state.amountMin !== '' || state.amountMax !== ''}
        className="pr-1.5"
      >
        {(id) => (
          <>
            <input id={id} {...size('amountMin', 'Size from ($)', '$ Min')} />
            <span aria-hidden="true" className="text-muted-foreground">
              –
            </span>
            <input {...size('amountMax', 'Size to ($)', '$ Max')} />
          </>
        )}
      </FilterChip>
      <Button {...flag('favorites')} aria-label="Favorites" title="Favorites">
        <Heart
          aria-hidden="true"
          className={cx(state.favorites && 'fill-current text-destructive')}
        />
      </Button>
      <Button {...flag('held')} title="Loans with your active commitments.">
        I hold
      </Button>
      {typedFilters.map((name) => {
        const message = error(name)
        return (
          message && (
            <div key={name} className="basis-full">
              <FieldError id={errorIdOf(name)} message={`${names[name]}: ${message}`} />
            </div>
          )
        )
      })}
    </>
  )
}

const names: Record<TypedFilter, string> = {
  location: 'Location',
  ltvMax: 'LTV',
  rateMin: 'Rate',
  amountMin: 'Size',
  amountMax: 'Size',
}

/** "$1.5M" for 1500000, if that is all of it: a field has room for few digits. */
function shortly(typed: string): string {
  const amount = parseMoney(typed)
  if (!amount) return typed
  const short = formatShortly(amount)
  return typedDollars(short) === typed ? short : typed
}
