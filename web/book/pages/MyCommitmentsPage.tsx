import { onDemand } from '#web/ui/on-demand.tsx'
import { endpointQuery } from '#web/api/client.ts'
import { FetchedList } from '#web/lists/FetchedList.tsx'
import { PartBoundary } from '#web/shell/PartBoundary.tsx'
import { paths } from '#web/paths.ts'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { Card } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  CommitmentCard,
  type OwnAction,
} from '#web/book/components/my-commitments/CommitmentCard.tsx'
import { withLoan } from '#web/book/components/my-commitments/portfolio.ts'
import { PortfolioSummary } from '#web/book/components/my-commitments/PortfolioSummary.tsx'

// Loaded on demand: the dialogs are larger than the page, and most visits open none.
const ActionDialog = onDemand(() =>
  import('#web/book/components/my-commitments/ActionDialog.tsx').then((part) => part.ActionDialog),
)

/** The user's active commitments, newest first, and their totals. */
export function MyCommitmentsPage() {
  const commitments = useQuery({
    ...endpointQuery('listOwnCommitments'),
    select: withLoan,
    // Administrators record and release commitments too.
    refetchOnMount: 'always',
  })
  const [acting, setActing] = useState<{ action: OwnAction; id: string } | null>(null)
  const actedOn = commitments.data?.find(({ id }) => id === acting?.id)
  return (
    <div className="grid gap-5">
      <header>
        <h1 className="text-title font-semibold tracking-tight">My Commitments</h1>
        <p className="text-muted-foreground">Track your active loan commitments and returns</p>
      </header>
      {commitments.data && (
        <PartBoundary>
          <PortfolioSummary commitments={commitments.data} />
        </PartBoundary>
      )}
      <PartBoundary>
        <FetchedList
          query={commitments}
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
            <ul aria-label="Commitments" className="grid gap-4 xl:grid-cols-2">
              {items.map((commitment) => (
                <CommitmentCard
                  key={commitment.id}
                  commitment={commitment}
                  onAct={(action) => setActing({ action, id: commitment.id })}
                />
              ))}
            </ul>
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
