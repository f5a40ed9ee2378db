import { onDemand } from '#web/ui/on-demand.tsx'
import { endpointQuery, errorMessage } from '#web/api/client.ts'
import { FetchedList } from '#web/lists/FetchedList.tsx'
import { LoadMore } from '#web/lists/LoadMore.tsx'
import { PartBoundary } from '#web/shell/PartBoundary.tsx'
import { paths } from '#web/paths.ts'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { Card } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorCard } from '#web/ui/ErrorCard.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  CommitmentCard,
  type OwnAction,
} from '#web/book/components/my-commitments/CommitmentCard.tsx'
import { ownCommitmentPages, withLoan } from '#web/book/components/my-commitments/portfolio.ts'
import { PortfolioSummary } from '#web/book/components/my-commitments/PortfolioSummary.tsx'

// Loaded on demand: the dialogs are larger than the page, and most visits open none.
const ActionDialog = onDemand(() =>
  import('#web/book/components/my-commitments/ActionDialog.tsx').then((part) => part.ActionDialog),
)

/** The user's active commitments, newest first, and their totals. */
export function MyCommitmentsPage() {
  // Administrators record and release commitments too.
  const pages = useInfiniteQuery({ ...ownCommitmentPages, refetchOnMount: 'always' })
  const portfolio = useQuery({ ...endpointQuery('getPortfolio'), refetchOnMount: 'always' })
  const commitments = pages.data && withLoan(pages.data.pages.flatMap((page) => page.items))
  const [acting, setActing] = useState<{ action: OwnAction; id: string } | null>(null)
  const actedOn = commitments?.find(({ id }) => id === acting?.id)
  return (
    <div className="grid gap-5">
      <header>
        <h1 className="text-title font-semibold tracking-tight">My Commitments</h1>
        <p className="text-muted-foreground">Track your active loan commitments and returns</p>
      </header>
      {commitments && (
        <PartBoundary>
          {portfolio.data ? (
            <PortfolioSummary portfolio={portfolio.data} />
          ) : portfolio.error ? (
            <ErrorCard
              title="Your totals could not be loaded"
              message={errorMessage(portfolio.error, portfolio.error.message)}
              busy={portfolio.isFetching}
              onRetry={() => void portfolio.refetch()}
            />
          ) : (
            <Skeleton className="h-24 rounded-xl" />
          )}
        </PartBoundary>
      )}
      <PartBoundary>
        <FetchedList
          query={{ data: commitments, error: pages.error, refetch: () => pages.refetch() }}
          loadingText="Loading commitments..."
          failed="Your commitments could not be loaded"
          skeleton={<CommitmentSkeletons />}
          empty={
            <Card>
              <EmptyState
                title="No commitments yet. Browse available loans to get started."
                action={<ButtonLink href={paths.loans()}>Browse Loans</ButtonLink>}
              />
            </Card>
          }
        >
          {(items) => (
            <div className="grid gap-4">
              <ul aria-label="Commitments" className="grid gap-4 xl:grid-cols-2">
                {items.map((commitment) => (
                  <CommitmentCard
                    key={commitment.id}
                    commitment={commitment}
                    onAct={(action) => setActing({ action, id: commitment.id })}
                  />
                ))}
              </ul>
              <LoadMore query={pages} failed="More commitments could not be loaded" />
            </div>
          )}
        </FetchedList>
      </PartBoundary>
      {acting && actedOn && (
        <ActionDialog action={acting.action} commitment={actedOn} onClose={() => setActing(null)} />
      )}
    </div>
  )
}

function CommitmentSkeletons() {
  return (
    <>
      <Skeleton className="h-24 rounded-xl" />
      <div className="grid gap-4 xl:grid-cols-2">
        <Skeleton className="h-56 rounded-xl" />
        <Skeleton className="h-56 rounded-xl" />
      </div>
    </>
  )
}
