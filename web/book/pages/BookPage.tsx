import { AdminBar } from '#web/admin-bar/AdminBar.tsx'
import { onDemand } from '#web/ui/on-demand.tsx'
import type { BookEntry, BookTotals as Totals } from '#contract/book/shapes.ts'
import { ApiError, endpointPages, endpointQuery, errorMessage } from '#web/api/client.ts'
import { LoadMore, type LoadMoreProps } from '#web/lists/LoadMore.tsx'
import { MissingLoan } from '#web/loans/components/MissingLoan.tsx'
import { PartBoundary } from '#web/shell/PartBoundary.tsx'
import { usePageTitle } from '#web/addresses/page-title.ts'
import { toast } from '#web/ui/overlays/toast.ts'
import { Card } from '#web/ui/display/Card.tsx'
import { cx } from '#web/ui/cx.ts'
import { EmptyState } from '#web/ui/display/EmptyState.tsx'
import { ErrorCard } from '#web/ui/display/ErrorCard.tsx'
import {
  CancelledError,
  type QueryClient,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
  type InfiniteData,
  type UseInfiniteQueryResult,
} from '@tanstack/react-query'
import { useState } from 'react'
import { useParams } from 'wouter'
import { BookHeader } from '#web/book/components/loan-book/BookHeader.tsx'
import { BookTotals } from '#web/book/components/loan-book/BookTotals.tsx'
import { EntriesTable } from '#web/book/components/loan-book/EntriesTable.tsx'
import type { EntryAct } from '#web/book/components/on-behalf/entry-acts.ts'
import {
  LendersCard,
  type LendersCardProps,
  type Writing,
} from '#web/book/components/lenders/LendersCard.tsx'
import { HeadingSkeleton, Skeleton } from '#web/ui/display/Skeleton.tsx'

const EntryDialog = onDemand(() =>
  import('#web/book/components/on-behalf/EntryDialog.tsx').then((part) => part.EntryDialog),
)
const MessageDialog = onDemand(() =>
  import('#web/messages/components/MessageDialog.tsx').then((part) => part.MessageDialog),
)
const WriteToLendersDialog = onDemand(() =>
  import('#web/messages/components/WriteToLendersDialog.tsx').then(
    (part) => part.WriteToLendersDialog,
  ),
)

export function BookPage() {
  const { id = '' } = useParams()
  return <BookOfLoan key={id} loanId={id} />
}

function BookOfLoan({ loanId }: { loanId: string }) {
  const { totals, entries, lenders, error, isFetching, refetch } = useBook(loanId)
  const { print, isPrinting } = usePrintWhole(loanId, entries.hasNextPage)
  const isMissing = error instanceof ApiError && error.status === 404
  const isLoaded = totals.data && entries.data && !lenders.isPending
  // The heading waits for the rest of the page so that both appear together without a layout shift.
  const loan = isLoaded || error ? totals.data?.loan : undefined
  usePageTitle(isMissing ? 'Loan not found' : loan && `Book of ${loan.title}`)
  return (
    <div data-print="wide" className="grid grid-cols-1 gap-5 print:gap-4">
      <BookHeader loanId={loanId} loan={isMissing ? undefined : loan} isMissing={isMissing} />
      {loan && !isMissing && (
        <AdminBar loan={loan} isBook onPrint={() => void print()} isPrinting={isPrinting} />
      )}
      {isMissing ? (
        <MissingLoan />
      ) : totals.data && entries.data && !lenders.isPending ? (
        <FilledBook book={totals.data} entries={entries} lenders={lenders} />
      ) : error ? (
        <ErrorCard
          title="The book couldn't be loaded"
          message={errorMessage(error, error.message)}
          busy={isFetching}
          onRetry={refetch}
        />
      ) : (
        <BookSkeleton />
      )}
    </div>
  )
}

function useBook(loanId: string) {
  const params = { id: loanId }
  const anew = { refetchOnMount: 'always' } as const
  const totals = useQuery({ ...endpointQuery('getBookTotals', { params }), ...anew })
  const entries = useInfiniteQuery({ ...entriesOf(loanId), ...anew })
  // The lenders card shows its own errors.
  const lenders = useQuery({ ...endpointQuery('listLoanLenders', { params }), ...anew })
  const all = [totals, entries]
  return {
    totals,
    entries,
    lenders,
    error: all.map((query) => query.error).find((error) => error !== null) ?? null,
    isFetching: all.some((query) => query.isFetching),
    refetch: () => all.forEach((query) => void query.refetch()),
  }
}

const entriesOf = (loanId: string) =>
  endpointPages('listBookEntries', { limit: '100' }, { id: loanId })

type Pages<Item> = UseInfiniteQueryResult<InfiniteData<{ items: Item[] }>>

const itemsOf = <Item,>({ data }: Pages<Item>) => data?.pages.flatMap((page) => page.items) ?? []

/** Prints when the list of entries is completely loaded. Doesn't print after an error. */
function usePrintWhole(loanId: string, hasMore: boolean) {
  const client = useQueryClient()
  const [isPrinting, setPrinting] = useState(false)
  async function print() {
    if (hasMore) {
      setPrinting(true)
      const [loaded] = await Promise.allSettled([loadWhole(client, entriesOf(loanId))])
      setPrinting(false)
      if (loaded.status === 'rejected') {
        toast({
          title: 'Error',
          description: "The whole book couldn't be loaded, so nothing was printed.",
          variant: 'destructive',
        })
        return
      }
      // The rows are rendered in the next frame, so printing waits for it.
      await new Promise((resolve) => requestAnimationFrame(resolve))
    }
    window.print()
  }
  return { print, isPrinting }
}

/**
 * Loads all pages first and renders once, because rendering after each page is slower. A newer request can cancel this
 * one, so the function checks that it has reached the last page.
 */
async function loadWhole<Page extends { next: string | null }>(
  client: QueryClient,
  list: {
    queryKey: unknown[]
    queryFn: (given: { pageParam: string | null; signal: AbortSignal }) => Promise<Page>
    initialPageParam: string | null
    getNextPageParam: (page: Page) => string | null
  },
): Promise<void> {
  const { queryKey } = list
  for (let attempt = 0; attempt < 5; attempt += 1) {
    await client.cancelQueries({ queryKey, exact: true })
    try {
      const all = { pages: Infinity, staleTime: 0 }
      const { pages } = await client.fetchInfiniteQuery({ ...list, ...all })
      if (pages.at(-1)?.next === null) return
    } catch (error) {
      if (!(error instanceof CancelledError)) throw error
    }
  }
  throw new Error('The list kept changing while it was loaded')
}

interface FilledBookProps {
  book: Totals
  entries: Pages<BookEntry>
  lenders: LendersCardProps['lenders']
}

function FilledBook({ book, entries: entryPages, lenders }: FilledBookProps) {
  // The entry is copied, because an ended entry is sorted last and might no longer be on the loaded pages.
  const [acting, setActing] = useState<{ act: EntryAct; entry: BookEntry } | null>(null)
  const close = () => setActing(null)
  const [writing, setWriting] = useState<Writing | null>(null)
  const entries = itemsOf(entryPages)
  return (
    <>
      <PartBoundary>
        <BookTotals book={book} />
      </PartBoundary>
      <PartBoundary>
        <LendersCard book={book} lenders={lenders} onWrite={setWriting} />
      </PartBoundary>
      {entries.length === 0 ? (
        <Card>
          <EmptyState
            title="No commitments yet"
            text="Lenders' indications and commitments appear here, and the ones you record for them."
          />
        </Card>
      ) : (
        <PartBoundary>
          <EntriesTable
            loan={book.loan}
            entries={entries}
            more={<More query={entryPages} failed="More commitments couldn't be loaded" />}
            onAct={(act, entry) => setActing({ act, entry })}
          />
        </PartBoundary>
      )}
      {writing && (
        <WriteToLendersDialog {...writing} loan={book.loan} onClose={() => setWriting(null)} />
      )}
      {acting &&
        (acting.act === 'message' ? (
          <MessageDialog
            loan={book.loan}
            to={{ id: acting.entry.lenderId, name: acting.entry.lenderName }}
            onClose={close}
          />
        ) : (
          <EntryDialog act={acting.act} book={book} entry={acting.entry} onClose={close} />
        ))}
    </>
  )
}

const More = (props: LoadMoreProps) => (
  <div className={cx('grid print:hidden', props.query.hasNextPage && 'border-t px-4.5 py-3')}>
    <LoadMore {...props} />
  </div>
)

function BookSkeleton() {
  return (
    <div className="grid gap-5">
      <HeadingSkeleton />
      <Skeleton className="h-23 rounded-xl" />
      <Skeleton className="h-56 rounded-xl" />
      <Skeleton className="h-72 rounded-xl" />
    </div>
  )
}
