import type { Loan } from '#contract/loans/shapes.ts'
import { ApiError, endpointQuery, errorMessage } from '#web/api/client.ts'
import { FavoriteButton } from '#web/loans/components/FavoriteButton.tsx'
import { LoanStatusBadge } from '#web/loans/components/LoanStatusBadge.tsx'
import { MissingLoan } from '#web/loans/components/MissingLoan.tsx'
import { PartBoundary } from '#web/shell/PartBoundary.tsx'
import { usePageTitle } from '#web/page-title.ts'
import { paths } from '#web/paths.ts'
import { useSession } from '#web/session.ts'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { cx } from '#web/ui/cx.ts'
import { ErrorCard } from '#web/ui/ErrorCard.tsx'
import { useIsFetching, useQuery, useQueryClient } from '@tanstack/react-query'
import { ArrowLeft } from '#web/ui/icons/arrow-left.ts'
import { useEffect, useRef } from 'react'
import { useParams } from 'wouter'
import { AwaitingApprovalCard } from '#web/loans/components/loan-detail/AwaitingApprovalCard.tsx'
import { DocumentsCard } from '#web/documents/components/DocumentsCard.tsx'
import { FundingCard } from '#web/book/components/FundingCard.tsx'
import { LoanDetailSkeleton } from '#web/loans/components/loan-detail/LoanDetailSkeleton.tsx'
import { LoanTermsCard } from '#web/loans/components/loan-detail/LoanTermsCard.tsx'
import { MessagesCard } from '#web/messages/components/MessagesCard.tsx'
import { PhotoGallery } from '#web/documents/components/PhotoGallery.tsx'

/** One loan: its terms, documents, messages and funding. */
export function LoanDetailPage() {
  const { id = '' } = useParams()
  const loan = useQuery(endpointQuery('getLoan', { params: { id } }))
  const isMissing = loan.error instanceof ApiError && loan.error.status === 404
  usePageTitle(isMissing ? 'Loan not found' : loan.data?.title)
  return (
    <div className="grid gap-5">
      <div>
        <ButtonLink href={paths.loans()} variant="ghost" size="s" className="-ml-2.5">
          <ArrowLeft aria-hidden="true" />
          Back to Loans
        </ButtonLink>
      </div>
      <LoanHeader loan={loan.data} isMissing={isMissing} />
      {loan.data ? (
        // The key resets the state for another loan: text typed for one must not be sent to the other.
        <LoanDetail key={loan.data.id} loan={loan.data} />
      ) : isMissing ? (
        <MissingLoan />
      ) : loan.error ? (
        <ErrorCard
          title="The loan could not be loaded"
          message={errorMessage(loan.error, loan.error.message)}
          onRetry={() => void loan.refetch()}
        />
      ) : (
        <LoanDetailSkeleton />
      )}
    </div>
  )
}

/** The heading is rendered from the start and stays the same element, because it has the focus. */
function LoanHeader({ loan, isMissing }: { loan: Loan | undefined; isMissing: boolean }) {
  const title = loan?.title ?? (isMissing ? 'Loan not found' : null)
  return (
    <header className={cx('flex items-start justify-between gap-3', !title && 'sr-only')}>
      <div className="min-w-0">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h1 className="min-w-0 text-title font-semibold tracking-tight">{title ?? 'Loan'}</h1>
          {loan && <LoanStatusBadge status={loan.status} />}
        </div>
        {loan && (
          <p className="text-muted-foreground">{loan.propertyAddress ?? loan.borrowerName}</p>
        )}
      </div>
      {loan && <FavoriteButton loanId={loan.id} title={loan.title} />}
    </header>
  )
}

function LoanDetail({ loan }: { loan: Loan }) {
  const { role } = useSession()
  const awaitsApproval = role === 'pending'
  const messages = useMessagesArrival()
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_19rem] xl:grid-cols-[minmax(0,1fr)_21rem]">
      {!awaitsApproval && (
        <div className="min-w-0 lg:col-start-1">
          <PartBoundary>
            <PhotoGallery loan={loan} />
          </PartBoundary>
        </div>
      )}
      <aside
        aria-label="Funding"
        className="min-w-0 lg:sticky lg:top-18 lg:col-start-2 lg:row-span-2 lg:row-start-1 print:static print:block!"
      >
        <PartBoundary>
          <FundingCard loan={loan} />
        </PartBoundary>
      </aside>
      <div className="grid min-w-0 gap-4 lg:col-start-1">
        <PartBoundary>
          <LoanTermsCard loan={loan} />
        </PartBoundary>
        {awaitsApproval ? (
          <AwaitingApprovalCard />
        ) : (
          <>
            <PartBoundary>
              <DocumentsCard loanId={loan.id} />
            </PartBoundary>
            <div ref={messages} className="scroll-mt-18">
              <PartBoundary>
                <MessagesCard loanId={loan.id} />
              </PartBoundary>
            </div>
          </>
        )}
      </div>
    </div>
  )
}

/**
 * Scrolls to the messages for an address with `#messages`, once everything above them has loaded: it
 * would push them out of view again.
 */
function useMessagesArrival() {
  const messages = useRef<HTMLDivElement>(null)
  const hasArrived = useRef(false)
  const client = useQueryClient()
  const fetching = useIsFetching()
  useEffect(() => {
    if (hasArrived.current || location.hash !== '#messages') return
    // Check again: parts of the page may have started fetching since this was rendered.
    if (fetching > 0 || client.isFetching() > 0) return
    hasArrived.current = true
    messages.current?.scrollIntoView()
    const heading = messages.current?.querySelector('h2')
    if (!heading) return
    heading.tabIndex = -1
    heading.classList.add('outline-none')
    heading.focus({ preventScroll: true })
  }, [client, fetching])
  return messages
}
