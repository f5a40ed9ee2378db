import type { BookHolder } from '#contract/book/shapes.ts'
import type { Deal } from '#contract/deal/shapes.ts'
import { formatCents, formatShare, isAboveZero } from '#domain/money.ts'
import { endpointPages, errorMessage } from '#web/api/client.ts'
import { LenderName } from '#web/book/components/lenders/LenderName.tsx'
import { FoldingCard } from '#web/deal/components/FoldingCard.tsx'
import { LoadMore } from '#web/lists/LoadMore.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ErrorCard } from '#web/ui/display/ErrorCard.tsx'
import { Skeleton } from '#web/ui/display/Skeleton.tsx'
import {
  Cell,
  Dash,
  HeaderCell,
  Table,
  TableBody,
  TableHead,
  TableRow,
} from '#web/ui/display/Table.tsx'
import { cx } from '#web/ui/cx.ts'
import { onDemand } from '#web/ui/on-demand.tsx'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { closingBookOf, describeMissing, obstacleToClose } from './describe-closing.ts'

const CloseBookDialog = onDemand(() =>
  import('./CloseBookDialog.tsx').then((part) => part.CloseBookDialog),
)

/** The shares that closing would register, and what is missing before the book can close. */
export function OpenBookCard({ deal }: { deal: Deal }) {
  const [isClosing, setClosing] = useState(false)
  const holders = useInfiniteQuery({
    ...endpointPages('listBookHolders', { limit: '200' }, { id: deal.loan.id }),
    refetchOnMount: 'always',
  })
  const { data, error } = holders
  if (!data && error)
    return (
      <ErrorCard
        title="The book couldn't be loaded"
        message={errorMessage(error, error.message)}
        busy={holders.isFetching}
        onRetry={() => void holders.refetch()}
      />
    )
  if (!data) return <Skeleton className="h-72 rounded-xl" />
  const book = closingBookOf(data.pages.flatMap(({ items }) => items))
  const obstacle =
    obstacleToClose(deal) ??
    (holders.hasNextPage ? 'Load all lenders first, so that you see all that you close.' : null)
  const isEmpty = book.bound.length + book.soft.length === 0
  return (
    <FoldingCard
      id="deal-closing"
      title="Closing"
      result={
        obstacle ??
        describeMissing(deal) ??
        'The loan is placed in full. Closing its book makes the register and the certificates.'
      }
      action={
        <Button
          variant={deal.next === 'close' ? 'primary' : 'outline'}
          disabled={obstacle !== null}
          className="max-md:w-full print:hidden"
          onPointerEnter={CloseBookDialog.preload}
          onFocus={CloseBookDialog.preload}
          onClick={() => setClosing(true)}
        >
          Close the Book…
        </Button>
      }
      isFolded={deal.next !== 'close' && deal.next !== 'placeRest'}
    >
      {!isEmpty && (
        <Table label="Shares to close" className="border-t">
          <TableHead>
            <HeaderCell>Lender</HeaderCell>
            <HeaderCell numeric>Share</HeaderCell>
            <HeaderCell numeric className="@max-md:hidden">
              Amount
            </HeaderCell>
            <HeaderCell numeric className="@max-xl:hidden">
              Soft, Lapses
            </HeaderCell>
          </TableHead>
          <TableBody>
            {book.bound.map((lender) => (
              <ClosingRow key={lender.firmId} lender={lender} />
            ))}
            {book.soft
              .filter(({ bindingPercentage }) => !isAboveZero(bindingPercentage))
              .map((lender) => (
                <ClosingRow key={lender.firmId} lender={lender} />
              ))}
            {isAboveZero(deal.totals.holdPercentage) && <HoldRow deal={deal} />}
          </TableBody>
        </Table>
      )}
      <div className={cx('grid print:hidden', holders.hasNextPage && 'border-t px-4.5 py-3')}>
        <LoadMore query={holders} failed="More lenders couldn't be loaded" />
      </div>
      {isClosing && <CloseBookDialog deal={deal} book={book} onClose={() => setClosing(false)} />}
    </FoldingCard>
  )
}

function ClosingRow({ lender }: { lender: BookHolder }) {
  const { bindingPercentage, bindingAmount, softPercentage } = lender
  const isBound = isAboveZero(bindingPercentage)
  const hasSoft = isAboveZero(softPercentage)
  return (
    <TableRow>
      <Cell className="wrap-anywhere">
        <LenderName lender={lender} otherwise={lender.lenderEmail} isCompact />
        {hasSoft && (
          <span className="block text-xs text-muted-foreground @xl:hidden">
            {formatShare(softPercentage)} soft lapses
          </span>
        )}
      </Cell>
      <Cell numeric className="font-medium">
        {isBound ? formatShare(bindingPercentage) : <Dash label="Nothing" />}
        {isBound && (
          <span className="block text-xs font-normal text-muted-foreground @md:hidden">
            {formatCents(bindingAmount)}
          </span>
        )}
      </Cell>
      <Cell numeric className="@max-md:hidden">
        {isBound ? formatCents(bindingAmount) : <Dash label="Nothing" />}
      </Cell>
      <Cell numeric className="@max-xl:hidden">
        {hasSoft ? formatShare(softPercentage) : <Dash label="Nothing" />}
      </Cell>
    </TableRow>
  )
}

const HoldRow = ({ deal: { totals } }: { deal: Deal }) => (
  <TableRow>
    <Cell className="font-medium">Originator's hold</Cell>
    <Cell numeric className="font-medium">
      {formatShare(totals.holdPercentage)}
      <span className="block text-xs font-normal text-muted-foreground @md:hidden">
        {formatCents(totals.holdAmount)}
      </span>
    </Cell>
    <Cell numeric className="@max-md:hidden">
      {formatCents(totals.holdAmount)}
    </Cell>
    <Cell numeric className="@max-xl:hidden">
      <Dash label="Nothing" />
    </Cell>
  </TableRow>
)
