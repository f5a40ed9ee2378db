import type { ExposedLoan } from '#contract/desk/exposure.ts'
import { leftAfterSoft } from '#domain/book/sums.ts'
import type { ExposureColumn, ExposureOrder } from '#domain/desk/exposure.ts'
import {
  compareFigures,
  formatCents,
  formatDollars,
  formatShare,
  formatShortly,
  isAboveZero,
  wholePercent,
  type Money,
  type Percent,
} from '#domain/money.ts'
import { formatAge } from '#web/time/timestamps.ts'
import { dash, formatHeldShare } from '#web/book/components/holdings/format-held.ts'
import { describeStage } from '#web/loans/components/describe-stage.ts'
import { Due } from '#web/loans/components/Due.tsx'
import { LoanStatusBadge } from '#web/loans/components/LoanStatusBadge.tsx'
import { paths } from '#web/addresses/paths.ts'
import { FittedAmount } from '#web/ui/display/FittedAmount.tsx'
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

const widest = '@max-6xl:hidden'
const wide = '@max-4xl:hidden'
const medium = '@max-xl:hidden'

const columns: Column[] = [
  {
    key: 'amount',
    label: 'Amount',
    className: widest,
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
      <>
        <strong className="font-medium">
          {isAboveZero(loan.uncommittedAmount) ? (
            <FittedAmount amount={loan.uncommittedAmount} />
          ) : (
            dash
          )}
        </strong>
        {isAboveZero(loan.softPercentage) && (
          <span className="block text-xs text-muted-foreground">{describeAfterSoft(loan)}</span>
        )}
      </>
    ),
  },
  {
    key: 'due',
    label: 'Due',
    className: wide,
    show: (loan) => describeStage(loan) ?? <Due loan={loan} />,
  },
  {
    key: 'published',
    label: 'Published',
    className: widest,
    show: (loan) => formatAge(loan.publishedAt),
  },
  {
    key: 'moved',
    label: 'Last Movement',
    className: wide,
    show: ({ movedAt }) => (movedAt ? formatAge(movedAt) : 'None yet'),
  },
]

export const exposureOrders: [order: ExposureOrder, name: string][] = [
  ['-gap', 'Largest gap'],
  ['-amount', 'Largest amount'],
  ['-binding', 'Most binding'],
  ['-soft', 'Most soft'],
  ['-coverage', 'Highest total interest'],
  ['coverage', 'Lowest total interest'],
  ['published', 'Published longest ago'],
  ['moved', 'Moved longest ago'],
  ['due', 'Due soonest'],
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
  <Table label="Loans by exposure" className="border-t [&_td]:px-2.5 [&_td]:py-0.5 [&_th]:px-2.5">
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
          <Cell className="w-full max-w-0 min-w-40">
            <Link
              href={paths.book(loan.id)}
              title={loan.title}
              className="line-clamp-2 font-medium underline-offset-4 hover:underline sm:line-clamp-1 pointer-coarse:py-1"
            >
              {loan.title}
            </Link>
            <div className="flex flex-wrap items-center gap-x-2 gap-y-1 text-xs text-muted-foreground">
              <LoanStatusBadge status={loan.status} />
              <span className="@4xl:hidden">{describeStage(loan) ?? <Due loan={loan} />}</span>
              <span className="whitespace-nowrap @6xl:hidden">{formatShortly(loan.amount)}</span>
              <span className="whitespace-nowrap @xl:hidden">{describeInterest(loan)}</span>
              {isAboveZero(loan.softPercentage) && (
                <span className="whitespace-nowrap @max-xl:hidden @4xl:hidden">
                  {formatShare(loan.softPercentage)} soft
                </span>
              )}
              <span className="whitespace-nowrap @max-xl:hidden @4xl:hidden">
                published {formatAge(loan.publishedAt)}
              </span>
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

/** Returns text such as "53% binding, 40% soft", which wider layouts have in columns. */
const describeInterest = ({ bindingPercentage, softPercentage }: ExposedLoan) =>
  [
    isAboveZero(bindingPercentage) && `${formatShare(bindingPercentage)} binding`,
    isAboveZero(softPercentage) && `${formatShare(softPercentage)} soft`,
  ]
    .filter(Boolean)
    .join(', ')

/** Returns text such as "$3.36M after soft", or "oversubscribed" if lenders indicated more than is left. */
function describeAfterSoft(loan: ExposedLoan): string {
  if (compareFigures(loan.coveragePercentage, wholePercent(100)) > 0) return 'oversubscribed'
  const { amount } = leftAfterSoft({ ...loan, availableAmount: loan.uncommittedAmount })
  return `${formatShortly(amount)} after soft`
}

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
const fromFirst: readonly ExposureColumn[] = ['title', 'published', 'moved', 'due']

/** The two sort orders that clicks on a column header alternate between, with the default order first. */
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
