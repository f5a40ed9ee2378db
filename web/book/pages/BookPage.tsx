import { onDemand } from '#web/ui/on-demand.tsx'
import type { Book } from '#contract/book/shapes.ts'
import { ApiError, endpointQuery, errorMessage } from '#web/api/client.ts'
import { AccessDenied } from '#web/shell/AccessDenied.tsx'
import { MissingLoan } from '#web/loans/components/MissingLoan.tsx'
import { PartBoundary } from '#web/shell/PartBoundary.tsx'
import { usePageTitle } from '#web/page-title.ts'
import { useSession } from '#web/session.ts'
import { Card } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorCard } from '#web/ui/ErrorCard.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams } from 'wouter'
import { BookHeader } from '#web/book/components/BookHeader.tsx'
import { BookSkeleton } from '#web/book/components/BookSkeleton.tsx'
import { BookTotals } from '#web/book/components/BookTotals.tsx'
import { EntriesTable } from '#web/book/components/EntriesTable.tsx'
import { HoldersTable } from '#web/book/components/HoldersTable.tsx'

// Loaded on demand: the dialogs are larger than the page, and most visits open none.
const RecordDialog = onDemand(() =>
  import('#web/book/components/RecordDialog.tsx').then((part) => part.RecordDialog),
)
const ReleaseDialog = onDemand(() =>
  import('#web/book/components/ReleaseDialog.tsx').then((part) => part.ReleaseDialog),
)

/** Who holds what of a loan. Only for administrators; others see that access is denied. */
export function BookPage() {
  const { isAdmin } = useSession()
  const { id = '' } = useParams()
  return isAdmin ? <BookOfLoan key={id} loanId={id} /> : <AccessDenied />
}

function BookOfLoan({ loanId }: { loanId: string }) {
  const book = useQuery({
    ...endpointQuery('getBook', { params: { id: loanId } }),
    // Lenders commit at any time, so a cached book may be outdated.
    refetchOnMount: 'always',
  })
  const [isRecording, setRecording] = useState(false)
  const isMissing = book.error instanceof ApiError && book.error.status === 404
  usePageTitle(isMissing ? 'Loan not found' : book.data && `Book of ${book.data.loan.title}`)
  return (
    <div className="grid grid-cols-1 gap-5 print:gap-4">
      <BookHeader
        loanId={loanId}
        loan={isMissing ? undefined : book.data?.loan}
        isMissing={isMissing}
        onRecord={() => setRecording(true)}
      />
      {isMissing ? (
        <MissingLoan />
      ) : book.data ? (
        <FilledBook book={book.data} />
      ) : book.error ? (
        <ErrorCard
          title="The book could not be loaded"
          message={errorMessage(book.error, book.error.message)}
          busy={book.isFetching}
          onRetry={() => void book.refetch()}
        />
      ) : (
        <BookSkeleton />
      )}
      {isRecording && book.data && (
        <RecordDialog book={book.data} onClose={() => setRecording(false)} />
      )}
    </div>
  )
}

function FilledBook({ book }: { book: Book }) {
  const [releasing, setReleasing] = useState<string | null>(null)
  const released = book.entries.find(({ id }) => id === releasing)
  return (
    <>
      <PartBoundary>
        <BookTotals book={book} />
      </PartBoundary>
      {book.entries.length === 0 ? (
        <Card>
          <EmptyState
            title="Nobody has committed yet"
            text="Indications and commitments of lenders will be listed here, and those that you record."
          />
        </Card>
      ) : (
        <>
          <PartBoundary>
            <HoldersTable book={book} />
          </PartBoundary>
          <PartBoundary>
            <EntriesTable book={book} onRelease={({ id }) => setReleasing(id)} />
          </PartBoundary>
        </>
      )}
      {released && (
        <ReleaseDialog book={book} entry={released} onClose={() => setReleasing(null)} />
      )}
    </>
  )
}
