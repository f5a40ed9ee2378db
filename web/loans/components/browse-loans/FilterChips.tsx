import type { LoanOrder } from '#domain/loans/orders.ts'
import { X } from 'lucide-react'
import { buttonClass } from '#web/ui/button-class.ts'
import { Button } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import { useRef } from 'react'
import { activeFilters, orderTexts } from './filter-texts.ts'
import { isFiltered, noFilters, type BrowseState } from './url-filters.ts'

export type FilterChipsProps = {
  state: BrowseState
  onChange: (part: Partial<BrowseState>) => void
  onSave: () => void
  onEmpty: () => void
}

export function FilterChips({ state, onChange, onSave, onEmpty }: FilterChipsProps) {
  const list = useRef<HTMLUListElement>(null)
  const filters = activeFilters(state)
  const isSorted = state.sort !== 'newest'
  if (filters.length === 0 && !isSorted) return null

  /** The focused filter button is removed, so focus moves to the button next to it. */
  function remove(place: number, part: Partial<BrowseState>) {
    const chips = [...(list.current?.querySelectorAll<HTMLElement>('button') ?? [])].filter(
      // The sort button is hidden above a table.
      (chip) => chip.offsetParent !== null,
    )
    const neighbor = chips[place + 1] ?? chips[place - 1]
    if (neighbor) neighbor.focus()
    else onEmpty()
    onChange(part)
  }

  return (
    <div
      className={cx(
        'flex flex-wrap items-center gap-2 print:hidden',
        filters.length === 0 && onlyWithoutHeader(state),
      )}
    >
      <ul ref={list} role="list" aria-label="Active Filters" className="contents">
        {filters.map(({ name, text }, place) => (
          <Chip key={name} text={text} onRemove={() => remove(place, { [name]: '' })} />
        ))}
        {isSorted && (
          <Chip
            text={orderTexts[state.sort]}
            className={onlyWithoutHeader(state)}
            onRemove={() => remove(filters.length, { sort: 'newest' })}
          />
        )}
      </ul>
      {isFiltered(state) && (
        <div className="flex">
          <Button
            variant="link"
            size="s"
            onClick={() => {
              onEmpty()
              onChange(noFilters)
            }}
          >
            Clear Filters
          </Button>
          <Button variant="link" size="s" aria-haspopup="dialog" onClick={onSave}>
            Save Filters
          </Button>
        </div>
      )}
    </div>
  )
}

/**
 * If the table has a column for the sort order, its header shows the order. The width matches the breakpoint in
 * `LoanResults.tsx`.
 */
const onlyWithoutHeader = ({ view, sort }: BrowseState) =>
  view === 'table' && !withoutColumn.has(sort) ? '@min-[820px]:hidden' : undefined

const withoutColumn: ReadonlySet<LoanOrder> = new Set([
  'ltv',
  '-ltv',
  'debtYield',
  '-debtYield',
  'dscr',
  '-dscr',
  'due',
])

function Chip({
  text,
  className,
  onRemove,
}: {
  text: string
  className?: string | undefined
  onRemove: () => void
}) {
  return (
    <li className={cx('max-w-full min-w-0', className)}>
      <button
        type="button"
        onClick={onRemove}
        className={buttonClass({
          variant: 'outline',
          size: 's',
          className: 'max-w-full shrink! rounded-full!',
        })}
      >
        <span className="truncate">
          <span className="sr-only">Remove </span>
          {text}
        </span>
        <X aria-hidden="true" className="text-muted-foreground" />
      </button>
    </li>
  )
}
