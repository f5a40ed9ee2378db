import { Heart } from 'lucide-react'
import { chipControl, FilterChip } from '#web/lists/FilterChip.tsx'
import { figureFilters, type FigureFilterName } from '#domain/loans/figure-filters.ts'
import { formatShortly, parseMoney } from '#domain/money.ts'
import { textLimits } from '#domain/texts.ts'
import { typedDollars } from '#domain/parse-typed-money.ts'
import { Button } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import { FieldError } from '#web/ui/fields/Field.tsx'
import { useId } from 'react'
import { labelOfFigure } from './filter-texts.ts'
import { StateButton } from './StateButton.tsx'
import type { BrowseState } from './url-filters.ts'
import type { FilterDraft } from './use-filter-draft.ts'
import { typedFilters, useTypedFilters, type TypedFilter } from './use-typed-filters.ts'

export type FilterLineProps = {
  state: BrowseState
  filters: FilterDraft
  /** If false, the credit ratio filters are only in the panel. */
  hasAll: boolean
}

export function FilterLine({ state, filters, hasAll }: FilterLineProps) {
  const { draft, apply } = filters
  const { error, field } = useTypedFilters(state, filters)
  const errorsId = useId()
  const errorIdOf = (name: TypedFilter) => `${errorsId}-${name}`
  const typed = (name: TypedFilter) => ({
    ...field(name),
    autoComplete: 'off',
    'aria-invalid': error(name) ? (true as const) : undefined,
    'aria-describedby': error(name) && errorIdOf(name),
  })
  const figure = (name: FigureFilterName) => ({
    ...typed(name),
    'aria-label': labelOfFigure(name),
    inputMode: 'decimal' as const,
    maxLength: 24,
  })
  const size = (name: 'amountMin' | 'amountMax', placeholder: string) => ({
    ...figure(name),
    value: draft[name] ?? shortly(state[name]),
    placeholder,
    className: cx(chipControl, 'w-10 flex-none!'),
  })
  const flag = (name: 'favorites' | 'held') => ({
    variant: 'outline' as const,
    'aria-pressed': state[name] === 'true',
    onClick: () => apply({ [name]: state[name] ? '' : 'true' }, draft),
    className: cx(
      'rounded-full! px-2.5! text-[0.8125rem]! font-normal!',
      state[name] ? 'border-primary!' : 'border-input!',
    ),
  })
  return (
    <>
      <FilterChip label={<span className="sr-only">Location</span>} isSet={state.location !== ''}>
        {(id) => (
          <>
            <input
              id={id}
              {...typed('location')}
              placeholder="City or state"
              maxLength={textLimits.address}
              className={cx(chipControl, '-ml-1.5 w-20 pr-0!')}
            />
            <StateButton
              location={state.location}
              onChoose={(location) => apply({ location }, without(draft, 'location'))}
            />
          </>
        )}
      </FilterChip>
      {(hasAll ? [...rates, ...creditFilters] : rates).map((name) => {
        const { name: limited, bound, hint, kind } = figureFilters[name]
        const label = `${limited} ${bound === 'max' ? '≤' : '≥'}`
        return (
          <FilterChip key={name} label={label} isSet={state[name] !== ''}>
            {(id) => (
              <input
                id={id}
                {...figure(name)}
                title={hint}
                placeholder={kind === 'ratio' ? 'x' : '%'}
                className={cx(chipControl, 'w-9')}
              />
            )}
          </FilterChip>
        )
      })}
      <FilterChip
        label="Size"
        isSet={state.amountMin !== '' || state.amountMax !== ''}
        className="pr-1.5"
      >
        {(id) => (
          <>
            <input id={id} {...size('amountMin', '$ Min')} />
            <span aria-hidden="true" className="text-muted-foreground">
              –
            </span>
            <input {...size('amountMax', '$ Max')} />
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
              <FieldError id={errorIdOf(name)} message={`${nameOf(name)}: ${message}`} />
            </div>
          )
        )
      })}
    </>
  )
}

const without = (draft: Partial<BrowseState>, name: keyof BrowseState) =>
  Object.fromEntries(Object.entries(draft).filter(([each]) => each !== name))

export const creditFilters = ['debtYieldMin', 'dscrMin'] as const satisfies FigureFilterName[]
const rates = ['ltvMax', 'rateMin'] as const satisfies FigureFilterName[]

const nameOf = (name: TypedFilter) => (name === 'location' ? 'Location' : figureFilters[name].name)

/** Abbreviates 1500000 as "$1.5M" if the short form is exact, because the field is narrow. */
function shortly(typed: string): string {
  const amount = parseMoney(typed)
  if (!amount) return typed
  const short = formatShortly(amount)
  return typedDollars(short) === typed ? short : typed
}
