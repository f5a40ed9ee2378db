import { MessagesCard } from '#web/messages/components/MessagesCard.tsx'
import type { Loan } from '#contract/loans/shapes.ts'
import { isLender } from '#domain/access.ts'
import { ApiError, endpointQuery, errorMessage } from '#web/api/client.ts'
import { FavoriteButton } from '#web/loans/components/FavoriteButton.tsx'
import { AudienceMark } from '#web/loans/components/AudienceMark.tsx'
import { LoanStatusBadge } from '#web/loans/components/LoanStatusBadge.tsx'
import { commitObstacle } from '#web/loans/components/loan-availability.ts'
import { ListWalk } from '#web/loans/components/list-walk/ListWalk.tsx'
import { MarkLine } from '#web/loans/components/marks/MarkLine.tsx'
import { MissingLoan } from '#web/loans/components/MissingLoan.tsx'
import { PartBoundary } from '#web/shell/PartBoundary.tsx'
import { usePageTitle } from '#web/addresses/page-title.ts'
import { SeenAsLender, useSeenAsLender } from '#web/seen-as-lender.ts'
import { useSession } from '#web/session.ts'
import { onDemand } from '#web/ui/on-demand.tsx'
import { cx } from '#web/ui/cx.ts'
import { Deferred } from '#web/ui/Deferred.tsx'
import { HeadingSkeleton } from '#web/ui/display/Skeleton.tsx'
import { ErrorCard } from '#web/ui/display/ErrorCard.tsx'
import { useHashArrival, useHashDialog } from '#web/ui/focus/hash.ts'
import { useIsFetching, useQuery, useQueryClient } from '@tanstack/react-query'
import { useUnsentMessage } from '#web/messages/components/use-unsent-message.ts'
import { useEffect, useRef, useState, type RefObject } from 'react'
import { useParams, useSearch } from 'wouter'
import { LockKeyhole } from 'lucide-react'
import { AskForAccessCard } from '#web/audience/components/AskForAccessCard.tsx'
import { AudienceCard } from '#web/audience/components/AudienceCard.tsx'
import { AdminBar } from '#web/admin-bar/AdminBar.tsx'
import { AboutLoanCard } from '#web/loans/components/loan-detail/AboutLoanCard.tsx'
import { BackToLoans } from '#web/loans/components/loan-detail/BackToLoans.tsx'
import { readAskedShare, type AskedShare } from '#web/book/components/commit/asked-share.ts'
import { CommitBar } from '#web/book/components/commit/CommitBar.tsx'
import { useOwnHoldings } from '#web/book/components/holdings/use-own-holdings.ts'
import { CommitDialogSlot } from '#web/book/components/commit/CommitDialogSlot.tsx'
import { PassButton } from '#web/book/components/pass/PassButton.tsx'
import { isSettled, useParticipation } from '#web/deal/components/closing/use-own-entries.ts'
import { DocumentsCard } from '#web/documents/components/DocumentsCard.tsx'
import { useLoanPhotos } from '#web/documents/components/use-loan-photos.ts'
import { FundingCard } from '#web/book/components/funding/FundingCard.tsx'
import { FundingStoryCard } from '#web/book/components/funding/FundingStoryCard.tsx'
import {
  aroundColumns,
  bothColumns,
  loanColumns,
  narrowColumn,
  wideColumn,
  LoanDetailSkeleton,
} from '#web/loans/components/loan-detail/LoanDetailSkeleton.tsx'
import { JumpLinks } from '#web/loans/components/loan-detail/JumpLinks.tsx'
import { LoanDates } from '#web/loans/components/loan-detail/LoanDates.tsx'
import { LoanFigures } from '#web/loans/components/loan-detail/LoanFigures.tsx'
import { loanAsLender, loanAsTeaser } from '#web/loans/components/loan-detail/loan-as-lender.ts'
import { LoanStrip } from '#web/loans/components/loan-detail/LoanStrip.tsx'
import { SeenAsLenderNote } from '#web/loans/components/loan-detail/SeenAsLenderNote.tsx'
import { StructureCard } from '#web/loans/components/loan-detail/StructureCard.tsx'
import { structureOf } from '#web/loans/components/loan-detail/structure-rows.ts'
import { Card } from '#web/ui/display/Card.tsx'
import { EmptyState } from '#web/ui/display/EmptyState.tsx'

// Most loans have no question for their reader, and aren't closed, so their pages don't load these parts.
const OwnTermsCard = onDemand(() =>
  import('#web/deal/components/waiting/OwnTermsCard.tsx').then((part) => part.OwnTermsCard),
)
const OwnAllocationCard = onDemand(() =>
  import('#web/deal/components/offers/OwnAllocationCard.tsx').then(
    (part) => part.OwnAllocationCard,
  ),
)
const OwnParticipation = onDemand(() =>
  import('#web/deal/components/closing/OwnParticipation.tsx').then((part) => part.OwnParticipation),
)

export function LoanDetailPage() {
  const { id = '' } = useParams()
  const { isAdmin } = useSession()
  const query = useSearch()
  const as = new URLSearchParams(query).get('as')
  const preview = isAdmin && (as === 'lender' || as === 'teaser') ? as : null
  return (
    <SeenAsLender value={preview !== null}>
      <LoanOfPage id={id} preview={preview} />
    </SeenAsLender>
  )
}

function LoanOfPage({ id, preview }: { id: string; preview: 'lender' | 'teaser' | null }) {
  const loan = useQuery(endpointQuery('getLoan', { params: { id } }))
  const { isAdmin } = useSession()
  const isMissing = loan.error instanceof ApiError && loan.error.status === 404
  // After a deletion or return to draft, React Query keeps the data together with the error.
  const own = isMissing ? undefined : loan.data
  const data = own && (preview === 'teaser' ? loanAsTeaser(own) : preview ? loanAsLender(own) : own)
  usePageTitle(isMissing ? 'Loan not found' : data?.title)
  return (
    <div className="relative grid gap-5 print:block print:space-y-3">
      {preview && own && <SeenAsLenderNote loan={own} />}
      <div className="flex items-center justify-between gap-3">
        <BackToLoans />
        {/* The preview omits these links, because they would open neighboring loans outside the preview. */}
        {!preview && <ListWalk loanId={id} />}
      </div>
      <LoanHeader loan={data} isMissing={isMissing} />
      {data && <OpenQuestions loan={data} />}
      {data && <LoanStrip loan={data} />}
      {data && data.isTeaser !== 'true' && <JumpLinks loan={data} />}
      {isAdmin && data && <AdminBar loan={data} />}
      {data ? (
        <Deferred placeholder={<LoanDetailSkeleton />}>
          {/* The key resets the state when the loan changes, because text typed for one loan must not be sent to
              another. */}
          <LoanDetail key={data.id} loan={data} />
        </Deferred>
      ) : isMissing ? (
        <MissingLoan />
      ) : loan.error ? (
        <ErrorCard
          title="The loan couldn't be loaded"
          message={errorMessage(loan.error, loan.error.message)}
          onRetry={() => void loan.refetch()}
        />
      ) : (
        <>
          <HeadingSkeleton />
          <LoanDetailSkeleton />
        </>
      )}
    </div>
  )
}

/** An open question comes before the figures, because it has a time limit. */
function OpenQuestions({ loan }: { loan: Loan }) {
  const { role } = useSession()
  return (
    <>
      {loan.isTermsPending === 'true' && (
        <PartBoundary>
          <OwnTermsCard loan={loan} />
        </PartBoundary>
      )}
      {loan.bookStage === 'offered' && isLender(role) && (
        <PartBoundary>
          <OwnAllocationCard loan={loan} />
        </PartBoundary>
      )}
    </>
  )
}

/** The heading isn't replaced after loading, because it has focus. */
function LoanHeader({ loan, isMissing }: { loan: Loan | undefined; isMissing: boolean }) {
  const title = loan?.title ?? (isMissing ? 'Loan not found' : null)
  return (
    <header
      className={
        title
          ? 'grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 max-sm:gap-y-1'
          : 'sr-only'
      }
    >
      <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1 max-sm:col-span-2">
        <h1 className="min-w-0 text-title font-semibold tracking-tight">{title ?? 'Loan'}</h1>
        {loan && (
          <LoanStatusBadge status={loan.status} isDraft={loan.isDraft} bookStage={loan.bookStage} />
        )}
        {loan && <AudienceMark loan={loan} className="text-xs/4.5! px-1.5!" />}
      </div>
      {loan && (
        <>
          {/* On phones, the buttons are below the address, because one of them appears after the lender's shares have
              loaded, and could wrap the title. */}
          <div className="flex gap-2 self-start max-sm:col-start-2 max-sm:row-start-3">
            <PassButton loan={loan} />
            <FavoriteButton loanId={loan.id} title={loan.title} />
          </div>
          <div className="col-span-2 flex flex-wrap items-center gap-x-4 max-sm:contents">
            <p className="text-muted-foreground max-sm:col-span-2 max-sm:row-start-2">
              {loan.propertyAddress ?? loan.borrowerName}
            </p>
            <MarkLine key={loan.id} loan={loan} />
          </div>
          <div className="col-span-2">
            <LoanDates loan={loan} />
          </div>
        </>
      )}
    </header>
  )
}

function LoanDetail({ loan }: { loan: Loan }) {
  const { role, isAdmin } = useSession()
  const awaitsApproval = role === 'pending'
  const isTeaser = loan.isTeaser === 'true'
  const hidesDocuments = awaitsApproval || isTeaser
  const hidesParts = hidesDocuments || loan.isDraft
  const { picture } = useLoanPhotos(loan)
  const own = useOwnHoldings(loan.id)
  const participation = useParticipation(loan, own)
  const isOver = isSettled(loan)
  useEffect(() => {
    if (isOver) OwnParticipation.preload()
  }, [isOver])
  const documents = useQuery({
    ...endpointQuery('listLoanDocuments', { params: { loanId: loan.id } }),
    enabled: !hidesDocuments,
  })
  const hasDocuments = hidesDocuments || !documents.isPending
  const messages = useMessagesArrival()
  const ask = useAsk(loan.id, messages)
  // This is state instead of a ref, because the button is removed if an error card replaces its card.
  const [commitButton, setCommitButton] = useState<HTMLButtonElement | null>(null)
  const [committing, setCommitting] = useState<{ asked: AskedShare | null } | null>(null)
  const commit = () => setCommitting({ asked: null })
  const isSeenAsLender = useSeenAsLender()
  const mayHaveOffer = isLender(role) && loan.bookStage !== 'offered' && own.lines.length > 0
  useHashDialog('commit', (values) => {
    if (commitObstacle(loan, role) === null && !isSeenAsLender)
      setCommitting({ asked: readAskedShare(values) })
  })
  // The layout depends on whether the loan has a picture, and the firm a share of a settled loan.
  if (picture === undefined || !participation.isKnown) return <LoanDetailSkeleton />
  const hasStructure = structureOf(loan).length > 0
  // The card is rendered in the shorter column.
  const isNarrowShorter = !hasStructure || participation.isHeld
  const story = !hidesParts && (
    <PartBoundary>
      <FundingStoryCard loan={loan} />
    </PartBoundary>
  )
  return (
    <div className={cx(aroundColumns, '[&_section]:scroll-mt-18')}>
      <div className={loanColumns}>
        <div className={wideColumn}>
          {isOver && (
            <PartBoundary>
              <OwnParticipation loan={loan} />
            </PartBoundary>
          )}
          {mayHaveOffer && (
            <PartBoundary>
              <OwnAllocationCard loan={loan} />
            </PartBoundary>
          )}
          <PartBoundary>
            <LoanFigures loan={loan} hasPicture={picture !== null} />
          </PartBoundary>
          {/* On phones, the request comes before the figures of the book. */}
          {isTeaser && !awaitsApproval && (
            <PartBoundary>
              <AskForAccessCard loan={loan} />
            </PartBoundary>
          )}
        </div>
        <div className={narrowColumn}>
          <aside aria-label="Funding" data-print="" className="min-w-0 print:break-inside-avoid">
            <PartBoundary>
              <FundingCard
                loan={loan}
                own={own}
                isShownAbove={participation.isHeld}
                commitButton={setCommitButton}
                onCommit={commit}
              />
            </PartBoundary>
          </aside>
          {isAdmin && (
            <PartBoundary>
              <AudienceCard loan={loan} />
            </PartBoundary>
          )}
          {/* A teaser's structure would only repeat the dates below the title. */}
          {!isTeaser && (
            <PartBoundary>
              <StructureCard loan={loan} />
            </PartBoundary>
          )}
          {isNarrowShorter && story}
        </div>
        <div className={wideColumn}>
          <PartBoundary>
            {awaitsApproval ? (
              <AwaitingApprovalCard />
            ) : (
              !isTeaser && <DocumentsCard loan={loan} onAsk={hidesParts ? undefined : ask} />
            )}
          </PartBoundary>
          {!isNarrowShorter && story}
        </div>
        {/* This part is invisible, but reserves its space, until the height of the documents above is known. */}
        <div className={cx(bothColumns, !hasDocuments && 'invisible')}>
          <PartBoundary>
            <AboutLoanCard loan={loan} />
          </PartBoundary>
          {!hidesParts && (
            <div ref={messages} className="min-w-0 scroll-mt-18">
              <PartBoundary>
                <MessagesCard loanId={loan.id} audience={loan.audience} />
              </PartBoundary>
            </div>
          )}
        </div>
      </div>
      {commitObstacle(loan, role) === null && loan.isTermsPending !== 'true' && (
        <CommitBar loan={loan} button={commitButton} onCommit={commit} />
      )}
      <CommitDialogSlot
        loan={committing && loan}
        source="detail"
        asked={committing?.asked}
        onClose={() => setCommitting(null)}
      />
    </div>
  )
}

/**
 * If the URL has `#messages`, scrolls to the messages after everything above them has loaded, because loading content
 * would push them out of view.
 */
function useMessagesArrival() {
  const messages = useRef<HTMLDivElement>(null)
  const client = useQueryClient()
  const isReady = useIsFetching() === 0
  useHashArrival(
    'messages',
    () => {
      // The check is repeated, because parts of the page might have started loading after this render.
      if (client.isFetching() > 0) return false
      const heading = messages.current?.querySelector('h2')
      if (!heading) return false
      messages.current?.scrollIntoView()
      heading.tabIndex = -1
      heading.classList.add('outline-none')
      heading.focus({ preventScroll: true })
      return true
    },
    isReady,
  )
  return messages
}

/**
 * Returns a function that starts a message with a text, or appends the text to an unsent message on a new line, and
 * focuses the message field.
 */
function useAsk(loanId: string, messages: RefObject<HTMLElement | null>) {
  const [unsent, write] = useUnsentMessage(loanId)
  return (text: string) => {
    const before = unsent.text.trimEnd()
    write({ ...unsent, text: before ? `${before}\n${text}` : text })
    messages.current?.scrollIntoView({ block: 'center' })
    messages.current?.querySelector('textarea')?.focus({ preventScroll: true })
  }
}

function AwaitingApprovalCard() {
  return (
    <Card as="section">
      <EmptyState
        icon={LockKeyhole}
        title="Documents, photos and messages are locked"
        text="They unlock when we approve your account."
      />
    </Card>
  )
}
