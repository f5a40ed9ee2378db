import type { BookHolder } from '#contract/book/shapes.ts'
import type { Deal } from '#contract/deal/shapes.ts'
import { compareFigures, formatShare, sumPercent, type Percent } from '#domain/money.ts'
import { errorMessage } from '#web/api/client.ts'
import { formatHeldShare } from '#web/book/components/holdings/format-held.ts'
import { LenderName } from '#web/book/components/lenders/LenderName.tsx'
import { LoadMore } from '#web/lists/LoadMore.tsx'
import { cx } from '#web/ui/cx.ts'
import { CardDescription, CardHeader, CardTitle } from '#web/ui/display/Card.tsx'
import { EmptyState } from '#web/ui/display/EmptyState.tsx'
import { ErrorCard } from '#web/ui/display/ErrorCard.tsx'
import { Skeleton } from '#web/ui/display/Skeleton.tsx'
import {
  Cell,
  HeaderCell,
  Table,
  TableBody,
  TableCard,
  TableHead,
  TableRow,
} from '#web/ui/display/Table.tsx'
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'

interface AsksCardProps {
  deal: Deal
  holders: UseInfiniteQueryResult<InfiniteData<{ items: BookHolder[] }>>
}

/** Lists what each lender asks for: its binding and soft shares together. */
export function AsksCard({ deal, holders }: AsksCardProps) {
  const { data, error } = holders
  if (!data && error)
    return (
      <ErrorCard
        title="The lenders couldn't be loaded"
        message={errorMessage(error, error.message)}
        busy={holders.isFetching}
        onRetry={() => void holders.refetch()}
      />
    )
  if (!data) return <Skeleton className="h-72 rounded-xl" />
  const lenders = data.pages.flatMap(({ items }) => items).filter(({ isHold }) => isHold !== 'true')
  return (
    <TableCard>
      <CardHeader className="pb-4">
        <CardTitle>Asks of Each Lender</CardTitle>
        <CardDescription>
          Binding and soft shares together. Lenders that are bound come first.
        </CardDescription>
      </CardHeader>
      {lenders.length === 0 ? (
        <EmptyState
          title="No lender asks for a share yet"
          text="Indications and commitments of lenders appear here."
        />
      ) : (
        <Table label="Asks of Each Lender" className="border-t">
          <TableHead>
            <HeaderCell>Lender</HeaderCell>
            <HeaderCell numeric className="@max-xl:hidden">
              Binding
            </HeaderCell>
            <HeaderCell numeric className="@max-xl:hidden">
              Soft
            </HeaderCell>
            <HeaderCell numeric>Asks</HeaderCell>
          </TableHead>
          <TableBody>
            {lenders.map((lender) => (
              <AskRow key={lender.firmId} lender={lender} maxShare={deal.settings.maxShare} />
            ))}
          </TableBody>
        </Table>
      )}
      <div className={cx('grid print:hidden', holders.hasNextPage && 'border-t px-4.5 py-3')}>
        <LoadMore query={holders} failed="More lenders couldn't be loaded" />
      </div>
    </TableCard>
  )
}

function AskRow({ lender, maxShare }: { lender: BookHolder; maxShare: Percent | null }) {
  const { bindingPercentage, softPercentage } = lender
  const asks = sumPercent([bindingPercentage, softPercentage])
  const isBeyond = maxShare !== null && compareFigures(asks, maxShare) > 0
  const parts = `${formatShare(bindingPercentage)} binding, ${formatShare(softPercentage)} soft`
  return (
    <TableRow>
      <Cell className="wrap-anywhere">
        <LenderName lender={lender} otherwise={lender.lenderEmail} isCompact />
        <span className="block text-xs text-muted-foreground @xl:hidden">{parts}</span>
      </Cell>
      <Cell numeric className="@max-xl:hidden">
        {formatHeldShare(bindingPercentage)}
      </Cell>
      <Cell numeric className="@max-xl:hidden">
        {formatHeldShare(softPercentage)}
      </Cell>
      <Cell numeric className="font-medium">
        {formatShare(asks)}
        {isBeyond && (
          <span className="block text-xs font-medium text-warning">
            above {formatShare(maxShare)}
          </span>
        )}
      </Cell>
    </TableRow>
  )
}
