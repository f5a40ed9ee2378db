import type { Deal } from '#contract/deal/shapes.ts'
import { endpointPages, errorMessage } from '#web/api/client.ts'
import { FoldingCard } from '#web/deal/components/FoldingCard.tsx'
import { LoadMore } from '#web/lists/LoadMore.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ErrorCard } from '#web/ui/display/ErrorCard.tsx'
import { Skeleton } from '#web/ui/display/Skeleton.tsx'
import { cx } from '#web/ui/cx.ts'
import { onDemand } from '#web/ui/on-demand.tsx'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { closingBookOf, describeMissing, obstacleToClose } from './describe-closing.ts'

const CloseBookDialog = onDemand(() =>
  import('./CloseBookDialog.tsx').then((part) => part.CloseBookDialog),
)

/** Closes the book, and names what is missing before that. Its dialog lists the shares. */
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
  return (
    <FoldingCard
      id="deal-closing"
      title="Closing"
      result={
        obstacle ??
        describeMissing(deal, book.soft) ??
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
      <div className={cx('grid print:hidden', holders.hasNextPage && 'border-t px-4.5 py-3')}>
        <LoadMore query={holders} failed="More lenders couldn't be loaded" />
      </div>
      {isClosing && <CloseBookDialog deal={deal} book={book} onClose={() => setClosing(false)} />}
    </FoldingCard>
  )
}
