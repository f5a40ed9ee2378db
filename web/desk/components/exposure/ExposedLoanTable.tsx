import type { ExposedLoan } from '#contract/desk/exposure.ts'
import type { ExposureColumn, ExposureOrder } from '#domain/desk/exposure.ts'
import {
  formatCents,
  formatDollars,
  formatShare,
  isAboveZero,
  type Money,
  type Percent,
} from '#domain/money.ts'
import { formatAge } from '#web/time/timestamps.ts'
import {
  dash,
  formatHeldAmount,
  formatHeldShare,
} from '#web/book/components/holdings/format-held.ts'
import { Due } from '#web/loans/components/Due.tsx'
import { LoanStatusBadge } from '#web/loans/components/LoanStatusBadge.tsx'
import { paths } from '#web/addresses/paths.ts'
import { SortableHeader } from '#web/ui/display/SortableHeader.tsx'
import { Cell, Table, TableBody, TableHead, TableRow } from '#web/ui/display/Table.tsx'
import type { ReactNode } from 'react'
import { Link } from 'wouter'

interface Column {
  key: ExposureColumn
  label: string
  className?: string
  show: (loan: ExposedLoan) => ReactNode
}

const wide = '@max-4xl:hidden'
const medium = '@max-xl:hidden'

const columns: Column[] = [
  {
    key: 'amount',
    label: 'Amount',
    className: medium,
    show: ({ amount }) => formatDollars(amount),
  },
  {
    key: 'binding',
    label: 'Binding',
    className: medium,
    show: (loan) => <Part amount={loan.bindingAmount} share={loan.bindingPercentage} />,
  },
  {
    key: 'soft',
    label: 'Soft',
    className: wide,
    show: (loan) => <Part amount={loan.softAmount} share={loan.softPercentage} />,
  },
  {
    key: 'coverage',
    label: 'Total Interest',
    className: wide,
    show: ({ coveragePercentage }) => formatHeldShare(coveragePercentage),
  },
  {
    key: 'gap',
    label: 'Uncommitted',
    show: (loan) => (
      <strong className="font-medium">{formatHeldAmount(loan.uncommittedAmount)}</strong>
    ),
  },
  {
    key: 'published',
    label: 'Published',
    className: wide,
    show: (loan) => formatAge(loan.publishedAt),
  },
  {
    key: 'moved',
    label: 'Last Movement',
    className: wide,
    show: ({ movedAt }) => (movedAt ? formatAge(movedAt) : 'None yet'),
  },
]

/** Sort options for layouts without column headers. */
export const exposureOrders: [order: ExposureOrder, name: string][] = [
  ['-gap', 'Largest gap'],
  ['-amount', 'Largest amount'],
  ['-binding', 'Most binding'],
  ['-soft', 'Most soft'],
  ['-coverage', 'Highest total interest'],
  ['coverage', 'Lowest total interest'],
  ['published', 'Published longest ago'],
  ['moved', 'Moved longest ago'],
  ['title', 'Title'],
]

export const ExposedLoanTable = ({
  loans,
  sort,
  onSort,
}: {
  loans: ExposedLoan[]
  sort: ExposureOrder
  onSort: (sort: ExposureOrder) => void
}) => (
  <Table label="Loans by exposure" className="border-t">
    <TableHead>
      <SortableHeader label="Loan" {...ordersOf('title')} sort={sort} onSort={onSort} />
      {columns.map(({ key, label, className }) => (
        <SortableHeader
          key={key}
          {...ordersOf(key)}
          label={label}
          className={className}
          numeric
          sort={sort}
          onSort={onSort}
        />
      ))}
    </TableHead>
    <TableBody>
      {loans.map((loan) => (
        <TableRow key={loan.id}>
          <Cell>
            <Link
              href={paths.book(loan.id)}
              className="inline-block py-1 font-medium underline-offset-4 wrap-anywhere hover:underline"
            >
              {loan.title}
            </Link>
            <div className="flex flex-wrap items-center gap-x-2 gap-y-1 text-xs text-muted-foreground">
              <LoanStatusBadge status={loan.status} />
              <Due loan={loan} />
              <span className="@4xl:hidden">{describeNarrow(loan)}</span>
            </div>
          </Cell>
          {columns.map(({ key, className, show }) => (
            <Cell key={key} numeric className={className}>
              {show(loan)}
            </Cell>
          ))}
        </TableRow>
      ))}
    </TableBody>
  </Table>
)

const describeNarrow = (loan: ExposedLoan) =>
  [
    isAboveZero(loan.bindingPercentage) && `${formatShare(loan.bindingPercentage)} binding`,
    isAboveZero(loan.softPercentage) && `${formatShare(loan.softPercentage)} soft`,
    `published ${formatAge(loan.publishedAt)}`,
  ]
    .filter(Boolean)
    .join(' · ')

const Part = ({ amount, share }: { amount: Money; share: Percent }) =>
  isAboveZero(share) ? (
    <>
      {formatCents(amount)}
      <span className="block text-xs text-muted-foreground">{formatShare(share)}</span>
    </>
  ) : (
    dash
  )

/** Columns that are first sorted in ascending order. Figures are first sorted from largest to smallest. */
const fromFirst: readonly ExposureColumn[] = ['title', 'published', 'moved']

/** The two orders between which a click on a column header switches, with the default order first. */
function ordersOf(column: ExposureColumn): {
  orders: [ExposureOrder, ExposureOrder]
  ascending: ExposureOrder
} {
  const falling = `-${column}` as const
  return {
    orders: fromFirst.includes(column) ? [column, falling] : [falling, column],
    ascending: column,
  }
}
