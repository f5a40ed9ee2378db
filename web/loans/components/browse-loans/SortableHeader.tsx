import type { LoanOrder } from '#domain/loans/orders.ts'
import { cx } from '#web/ui/cx.ts'
import { ChevronDown } from '#web/ui/icons/chevron-down.ts'
import { ChevronsUpDown } from '#web/ui/icons/chevrons-up-down.ts'
import { HeaderCell } from '#web/ui/Table.tsx'

export type SortableHeaderProps = {
  label: string
  /** The order that a first click chooses, and the one of the second; a third goes back to newest first. */
  orders: readonly [LoanOrder, LoanOrder]
  /** Which of the two has the smallest value of this column at the top. */
  ascending: LoanOrder
  sort: LoanOrder
  numeric?: boolean | undefined
  onSort: (sort: LoanOrder) => void
}

/** A column's header, which sorts by the column. */
export function SortableHeader({
  label,
  orders: [first, second],
  ascending,
  sort,
  numeric,
  onSort,
}: SortableHeaderProps) {
  const isSorted = sort === first || sort === second
  const Arrow = isSorted ? ChevronDown : ChevronsUpDown
  return (
    <HeaderCell
      numeric={numeric}
      aria-sort={!isSorted ? undefined : sort === ascending ? 'ascending' : 'descending'}
    >
      <button
        type="button"
        onClick={() => onSort(sort === first ? second : sort === second ? 'newest' : first)}
        className={cx(
          'relative rounded-sm py-1.5 hover:text-foreground hover:underline underline-offset-4',
          isSorted && 'text-foreground',
        )}
      >
        {label}
        <Arrow
          aria-hidden="true"
          // Beside the text, in the cell's padding: columns keep their width.
          className={cx(
            'absolute top-1/2 size-3 -translate-y-1/2',
            numeric ? '-left-3.5' : '-right-3.5',
            !isSorted && 'opacity-60',
            sort === ascending && 'rotate-180',
          )}
        />
      </button>
    </HeaderCell>
  )
}
