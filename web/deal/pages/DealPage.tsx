import type { Deal } from '#contract/deal/shapes.ts'
import { AdminBar } from '#web/admin-bar/AdminBar.tsx'
import { ApiError, endpointQuery, errorMessage } from '#web/api/client.ts'
import { usePageTitle } from '#web/addresses/page-title.ts'
import { BookHeader } from '#web/book/components/loan-book/BookHeader.tsx'
import { DealFigures } from '#web/deal/components/DealFigures.tsx'
import { FoldedTimetable } from '#web/deal/components/FoldedTimetable.tsx'
import { TermsCard } from '#web/deal/components/terms/TermsCard.tsx'
import { NextStepCard } from '#web/deal/components/NextStepCard.tsx'
import { NotUpToDate } from '#web/lists/NotUpToDate.tsx'
import { MissingLoan } from '#web/loans/components/MissingLoan.tsx'
import { PartBoundary } from '#web/shell/PartBoundary.tsx'
import { ErrorCard } from '#web/ui/display/ErrorCard.tsx'
import { HeadingSkeleton, Skeleton } from '#web/ui/display/Skeleton.tsx'
import { onDemand } from '#web/ui/on-demand.tsx'
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'wouter'

// Loading the library of forms here would add it to every page.
const SettingsForm = onDemand(
  () => import('#web/deal/components/SettingsForm.tsx').then((part) => part.SettingsForm),
  () => <Skeleton className="h-110 rounded-xl" />,
)
const HoldForm = onDemand(
  () => import('#web/deal/components/HoldForm.tsx').then((part) => part.HoldForm),
  () => <Skeleton className="h-55 rounded-xl" />,
)
const InterestCard = onDemand(
  () => import('#web/deal/components/InterestCard.tsx').then((part) => part.InterestCard),
  () => <Skeleton className="h-72 rounded-xl" />,
)
const AllocationSection = onDemand(
  () => import('#web/deal/components/AllocationSection.tsx').then((part) => part.AllocationSection),
  () => <Skeleton className="h-96 rounded-xl" />,
)
const ClosingSection = onDemand(
  () =>
    import('#web/deal/components/closing/ClosingSection.tsx').then((part) => part.ClosingSection),
  () => <Skeleton className="h-72 rounded-xl" />,
)
const FundingSection = onDemand(
  () =>
    import('#web/deal/components/funding/FundingSection.tsx').then((part) => part.FundingSection),
  () => <Skeleton className="h-72 rounded-xl" />,
)

export function DealPage() {
  const { id = '' } = useParams()
  return <DealOfLoan key={id} loanId={id} />
}

function DealOfLoan({ loanId }: { loanId: string }) {
  const params = { id: loanId }
  const deal = useQuery({ ...endpointQuery('getDeal', { params }), refetchOnMount: 'always' })
  const { error } = deal
  const isMissing = error instanceof ApiError && error.status === 404
  // After a deletion, React Query keeps the data together with the error.
  const data = isMissing ? undefined : deal.data
  usePageTitle(isMissing ? 'Loan not found' : data && `Deal Desk of ${data.loan.title}`)
  return (
    <div data-print="wide" className="grid grid-cols-1 gap-5 print:gap-4 [&_section]:scroll-mt-18">
      <BookHeader loanId={loanId} loan={data?.loan} isMissing={isMissing} name="Deal Desk" />
      {isMissing ? (
        <MissingLoan />
      ) : data ? (
        <>
          {deal.isRefetchError && <NotUpToDate error={deal.error} />}
          <PartBoundary>
            <NextStepCard deal={data} />
          </PartBoundary>
          {data.bookStage !== 'closed' && (
            <PartBoundary>
              <DealFigures deal={data} />
            </PartBoundary>
          )}
          <AdminBar loan={data.loan} />
          <DealParts deal={data} />
        </>
      ) : error ? (
        <ErrorCard
          title="The deal desk couldn't be loaded"
          message={errorMessage(error, error.message)}
          busy={deal.isFetching}
          onRetry={() => void deal.refetch()}
        />
      ) : (
        <DealSkeleton />
      )}
    </div>
  )
}

/** What the present stage decides by comes first, and what seldom changes, such as limits, comes last. */
function DealParts({ deal }: { deal: Deal }) {
  const { bookStage, termsProposal, next } = deal
  const terms = (
    <PartBoundary>
      <TermsCard deal={deal} />
    </PartBoundary>
  )
  const funding = (
    <PartBoundary>
      <FundingSection deal={deal} />
    </PartBoundary>
  )
  return (
    <>
      {bookStage === 'closed' && funding}
      {termsProposal && terms}
      {listsLenders.has(next) && (
        <PartBoundary>
          <InterestCard deal={deal} />
        </PartBoundary>
      )}
      <PartBoundary>
        <AllocationSection deal={deal} />
      </PartBoundary>
      <PartBoundary>
        <ClosingSection deal={deal} />
      </PartBoundary>
      <FoldedTimetable key={`limits ${bookStage}`} deal={deal}>
        <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-2 print:hidden">
          <PartBoundary>
            <SettingsForm deal={deal} />
          </PartBoundary>
          <PartBoundary>
            <HoldForm deal={deal} />
          </PartBoundary>
        </div>
      </FoldedTimetable>
      {!termsProposal && terms}
      {bookStage !== 'closed' && funding}
    </>
  )
}

/** In other steps, the sheet, the round or the register lists the lenders. */
const listsLenders: ReadonlySet<Deal['next']> = new Set(['setTimetable', 'placeRest', 'close'])

function DealSkeleton() {
  return (
    <div className="grid gap-5">
      <HeadingSkeleton />
      <Skeleton className="h-44 rounded-xl" />
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <Skeleton className="h-110 rounded-xl" />
        <Skeleton className="h-55 rounded-xl" />
      </div>
      <Skeleton className="h-96 rounded-xl" />
    </div>
  )
}
