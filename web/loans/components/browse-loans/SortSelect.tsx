import { isLoanOrder, loanOrders, type LoanOrder } from '#domain/loans/orders.ts'
import { orderTexts } from './filter-texts.ts'

export type SortSelectProps = { sort: LoanOrder; onSort: (sort: LoanOrder) => void }

export function SortSelect({ sort, onSort }: SortSelectProps) {
  return (
    <label className="flex items-center gap-1.5 pb-1 text-[0.8125rem] whitespace-nowrap text-muted-foreground print:hidden">
      Sort by
      <select
        value={sort}
        onChange={({ target }) => isLoanOrder(target.value) && onSort(target.value)}
        className="h-7.5 rounded-lg bg-transparent text-foreground"
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
