import { isLoanOrder, loanOrders, type LoanOrder } from '#domain/loans/orders.ts'
import { orderTexts } from './filter-texts.ts'

export type SortSelectProps = { sort: LoanOrder; onSort: (sort: LoanOrder) => void }

export function SortSelect({ sort, onSort }: SortSelectProps) {
  return (
    <label className="flex items-center gap-1.5 text-[0.8125rem] whitespace-nowrap text-muted-foreground print:hidden">
      <span className="max-2xl:sr-only">Sort by</span>
      <select
        value={sort}
        onChange={({ target }) => isLoanOrder(target.value) && onSort(target.value)}
        className="h-7.5 max-w-40 rounded-lg border bg-card px-1.5 text-foreground"
      >
        {loanOrders.map((order) => (
          <option key={order} value={order}>
            {orderTexts[order]}
          </option>
        ))}
      </select>
    </label>
  )
}
