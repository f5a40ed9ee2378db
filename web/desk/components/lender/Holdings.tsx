import type { LenderHolding } from '#contract/desk/lenders.ts'
import { formatRate } from '#domain/money.ts'
import { endpointPages } from '#web/api/client.ts'
import { HeldCells, HeldHeaders } from '#web/book/components/holdings/HeldLines.tsx'
import { FetchedPages } from '#web/lists/FetchedPages.tsx'
import { LoanStatusBadge } from '#web/loans/components/LoanStatusBadge.tsx'
import { paths } from '#web/addresses/paths.ts'
import { CardHeader, CardTitle } from '#web/ui/display/Card.tsx'
import {
  Cell,
  HeaderCell,
  Table,
  TableBody,
  TableCard,
  TableHead,
  TableRow,
} from '#web/ui/display/Table.tsx'
import { EmptyState } from '#web/ui/display/EmptyState.tsx'
import { Skeletons } from '#web/ui/display/Skeleton.tsx'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'wouter'

export function Holdings({ lenderId }: { lenderId: string }) {
  const query = useInfiniteQuery(
    endpointPages('listLenderHoldings', { limit: '10' }, { id: lenderId }),
  )
  return (
    <TableCard as="section" aria-labelledby="lender-holdings">
      <CardHeader className="pb-4">
        <CardTitle id="lender-holdings">Holdings</CardTitle>
      </CardHeader>
      <FetchedPages
        query={query}
        failed="The holdings couldn't be loaded"
        skeleton={<Skeletons count={5} className="h-12" />}
        empty={<EmptyState className="border-t" title="Holds nothing now" />}
      >
        {(holdings) => <HoldingTable holdings={holdings} />}
      </FetchedPages>
    </TableCard>
  )
}

const HoldingTable = ({ holdings }: { holdings: LenderHolding[] }) => (
  <Table label="Holdings by loan" className="border-t">
    <TableHead>
      <HeaderCell>Loan</HeaderCell>
      <HeaderCell numeric className="@max-2xl:hidden">
        Rate
      </HeaderCell>
      <HeldHeaders />
    </TableHead>
    <TableBody>
      {holdings.map((holding) => (
        <TableRow key={holding.loanId}>
          <Cell>
            <Link
              href={paths.book(holding.loanId)}
              className="inline-block py-1 font-medium underline-offset-4 wrap-anywhere hover:underline"
            >
              {holding.loanTitle}
            </Link>
            <div>
              <LoanStatusBadge status={holding.loanStatus} />
            </div>
          </Cell>
          <Cell numeric className="@max-2xl:hidden">
            {formatRate(holding.interestRate)}
          </Cell>
          <HeldCells held={holding} />
        </TableRow>
      ))}
    </TableBody>
  </Table>
)
