import { ChevronDown, ChevronsUpDown } from 'lucide-react'
import { cx } from '#web/ui/cx.ts'
import { HeaderCell } from './Table.tsx'

export type SortableHeaderProps<Order extends string> = {
  label: string
  /** The sort orders after the first and second clicks. */
  orders: readonly [Order, Order]
  /** The sort order after the third click. If omitted, clicks alternate between the first two orders. */
  unsorted?: Order
  ascending: Order
  sort: Order
  numeric?: boolean | undefined
  className?: string | undefined
  onSort: (sort: Order) => void
}

export function SortableHeader<Order extends string>({
  label,
  orders: [first, second],
  unsorted = first,
  ascending,
  sort,
  numeric,
  className,
  onSort,
}: SortableHeaderProps<Order>) {
  const isSorted = sort === first || sort === second
  const Arrow = isSorted ? ChevronDown : ChevronsUpDown
  return (
    <HeaderCell
      numeric={numeric}
      className={className}
      aria-sort={!isSorted ? undefined : sort === ascending ? 'ascending' : 'descending'}
    >
      <button
        type="button"
        onClick={() => onSort(sort === first ? second : sort === second ? unsorted : first)}
        className={cx(
          'relative rounded-sm print:hidden py-1.5 hover:text-foreground hover:underline underline-offset-4',
          isSorted && 'text-foreground',
        )}
      >
        {label}
        <Arrow
          aria-hidden="true"
          // The arrow is positioned in the cell's padding so that columns keep their width.
          className={cx(
            'absolute top-1/2 size-3 -translate-y-1/2',
            numeric ? '-left-3.5' : '-right-3.5',
            !isSorted && 'opacity-60',
            sort === ascending && 'rotate-180',
          )}
        />
      </button>
      {/* Chromium repeats text on every printed page, but not buttons. */}
      <span aria-hidden="true" className="hidden print:inline">
        {label}
      </span>
    </HeaderCell>
  )
}
