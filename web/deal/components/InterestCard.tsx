import type { BookHolder } from '#contract/book/shapes.ts'
import type { Deal } from '#contract/deal/shapes.ts'
import {
  compareFigures,
  formatCents,
  formatShare,
  isAboveZero,
  type Money,
  type Percent,
} from '#domain/money.ts'
import { paths } from '#web/addresses/paths.ts'
import { endpointPages, errorMessage } from '#web/api/client.ts'
import { LenderName } from '#web/book/components/lenders/LenderName.tsx'
import { LoadMore } from '#web/lists/LoadMore.tsx'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { CardDescription, CardHeader, CardTitle } from '#web/ui/display/Card.tsx'
import { ErrorCard } from '#web/ui/display/ErrorCard.tsx'
import { Skeleton } from '#web/ui/display/Skeleton.tsx'
import {
  Cell,
  Dash,
  HeaderCell,
  Table,
  TableBody,
  TableCard,
  TableHead,
  TableRow,
} from '#web/ui/display/Table.tsx'
import { cx } from '#web/ui/cx.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { countLenders } from './count-lenders.ts'

/** The lenders of an open book with their soft and bound shares. Renders nothing for an empty book. */
export function InterestCard({ deal: { loan, totals } }: { deal: Deal }) {
  const holders = useInfiniteQuery({
    ...endpointPages('listBookHolders', { limit: '200' }, { id: loan.id }),
    refetchOnMount: 'always',
  })
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
  const rows = data.pages.flatMap(({ items }) => items).toSorted(bySoftShare)
  if (rows.length === 0) return null
  return (
    <TableCard as="section" aria-labelledby="deal-lenders">
      <CardHeader
        className="pb-4"
        action={
          <ButtonLink
            href={`${paths.book(loan.id)}#lenders`}
            variant="outline"
            data-next=""
            className="max-md:w-full print:hidden"
          >
            Write to Lenders
          </ButtonLink>
        }
      >
        <CardTitle id="deal-lenders">Lenders</CardTitle>
        {!holders.hasNextPage && <CardDescription>{describeLenders(rows)}</CardDescription>}
      </CardHeader>
      <Table label="Shares of Lenders" className="border-t">
        <TableHead>
          <HeaderCell className="w-1/2">Lender</HeaderCell>
          <HeaderCell numeric>Soft</HeaderCell>
          <HeaderCell numeric>Bound</HeaderCell>
        </TableHead>
        <TableBody>
          {rows.map((holder) => (
            <TableRow key={holder.firmId}>
              <Cell className="wrap-anywhere">
                {holder.isHold === 'true' ? (
                  <span className="font-medium">Originator's hold</span>
                ) : (
                  <LenderName lender={holder} />
                )}
              </Cell>
              <Part share={holder.softPercentage} amount={holder.softAmount} />
              <Part share={holder.bindingPercentage} amount={holder.bindingAmount} />
            </TableRow>
          ))}
        </TableBody>
        <tfoot className="[&_td]:border-t [&_td]:border-b-0">
          <TableRow>
            <Cell className="font-medium">Total</Cell>
            <Part share={totals.softPercentage} amount={totals.softAmount} />
            <Part share={totals.bindingPercentage} amount={totals.bindingAmount} />
          </TableRow>
        </tfoot>
      </Table>
      <div className={cx('grid print:hidden', holders.hasNextPage && 'border-t px-4.5 py-3')}>
        <LoadMore query={holders} failed="More lenders couldn't be loaded" />
      </div>
    </TableCard>
  )
}

const Part = ({ share, amount }: { share: Percent; amount: Money }) => (
  <Cell numeric className="@max-xl:pl-0">
    {isAboveZero(share) ? (
      <>
        <span className="font-semibold">{formatShare(share)}</span>
        <span className="block text-xs text-muted-foreground">{formatCents(amount)}</span>
      </>
    ) : (
      <Dash label="Nothing" />
    )}
  </Cell>
)

/** The largest soft shares come first, because they are still to be made binding, and the hold comes last. */
const bySoftShare = (one: BookHolder, other: BookHolder): number =>
  one.isHold.localeCompare(other.isHold) ||
  compareFigures(other.softPercentage, one.softPercentage) ||
  compareFigures(other.bindingPercentage, one.bindingPercentage)

/** Returns text such as "2 lenders with a soft share, 3 lenders bound.". */
function describeLenders(holders: readonly BookHolder[]): string {
  const lenders = holders.filter(({ isHold }) => isHold === 'false')
  const soft = lenders.filter(({ softPercentage }) => isAboveZero(softPercentage))
  const bound = lenders.filter(({ bindingPercentage }) => isAboveZero(bindingPercentage))
  return `${countLenders(soft.length)} with a soft share, ${bound.length} bound.`
}
