import type { Loan } from '#contract/loans/shapes.ts'
import type { LoanOrder } from '#domain/loans/orders.ts'
import { formatDollars, formatRate, formatShare } from '#domain/money.ts'
import { bindingShare, FundingBar } from '#web/loans/components/FundingBar.tsx'
import { LoanStatusBadge } from '#web/loans/components/LoanStatusBadge.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Cell, HeaderCell, Table, TableBody, TableHead, TableRow } from '#web/ui/Table.tsx'
import { LoanActions } from './LoanActions.tsx'
import { SortableHeader } from './SortableHeader.tsx'

export type LoanTableProps = {
  loans: Loan[]
  /** Shows the borrower in a separate column; otherwise below the title. */
  isWide: boolean
  sort: LoanOrder
  onSort: (sort: LoanOrder) => void
  onCommit: (loan: Loan) => void
}

export function LoanTable({ loans, isWide, sort, onSort, onCommit }: LoanTableProps) {
  const sorting = { sort, onSort }
  return (
    <Card className="overflow-hidden">
      <Table label="Loans">
        <TableHead>
          <SortableHeader
            label="Loan"
            orders={['title', '-title']}
            ascending="title"
            {...sorting}
          />
          {isWide && <HeaderCell>Borrower</HeaderCell>}
          <SortableHeader
            label="Amount"
            orders={['-amount', 'amount']}
            ascending="amount"
            numeric
            {...sorting}
          />
          <SortableHeader
            label="Rate"
            orders={['-rate', 'rate']}
            ascending="rate"
            numeric
            {...sorting}
          />
          <HeaderCell numeric>Term</HeaderCell>
          {/* The least progress leaves the most available. */}
          <SortableHeader
            label="Progress"
            orders={['-available', 'available']}
            ascending="-available"
            {...sorting}
          />
          <HeaderCell>Status</HeaderCell>
          <HeaderCell numeric>Actions</HeaderCell>
        </TableHead>
        <TableBody>
          {loans.map((loan) => (
            <TableRow key={loan.id}>
              <Cell className="min-w-32 font-medium">
                {loan.title}
                {!isWide && (
                  <span className="block text-xs font-normal text-muted-foreground">
                    {loan.borrowerName}
                  </span>
                )}
              </Cell>
              {isWide && (
                <Cell className="min-w-28 text-muted-foreground">{loan.borrowerName}</Cell>
              )}
              <Cell numeric>{formatDollars(loan.amount)}</Cell>
              <Cell numeric>{formatRate(loan.interestRate)}</Cell>
              <Cell numeric>{loan.term}m</Cell>
              <Cell>
                <div className="grid w-20 gap-1">
                  <span className="text-xs text-muted-foreground">
                    {formatShare(bindingShare(loan))}
                  </span>
                  <FundingBar loan={loan} />
                </div>
              </Cell>
              <Cell>
                <LoanStatusBadge status={loan.status} />
              </Cell>
              <Cell numeric>
                <div className="flex justify-end gap-1.5">
                  <LoanActions loan={loan} onCommit={onCommit} />
                </div>
              </Cell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Card>
  )
}
