import { FetchedList } from '#web/lists/FetchedList.tsx'
import { LoadMore } from '#web/lists/LoadMore.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { useInfiniteQuery } from '@tanstack/react-query'
import { CommitmentCard } from './CommitmentCard.tsx'
import { NoCommitments } from './NoCommitments.tsx'
import { ownCommitmentPages, withLoan } from './portfolio.ts'
import { useActing } from './use-acting.tsx'

/** One card for each active commitment, those of one loan together. */
export function CardsView() {
  // Administrators record and release commitments too.
  const pages = useInfiniteQuery({ ...ownCommitmentPages, refetchOnMount: 'always' })
  const commitments = pages.data && withLoan(pages.data.pages.flatMap((page) => page.items))
  const { act, dialog } = useActing(commitments, pages.refetch)
  return (
    <>
      <FetchedList
        query={{ data: commitments, error: pages.error, refetch: () => pages.refetch() }}
        loadingText="Loading commitments..."
        failed="Your commitments couldn't be loaded"
        skeleton={<CardSkeletons />}
        empty={<NoCommitments />}
      >
        {(items) => (
          <div className="grid gap-4">
            <ul aria-label="Commitments" className="grid gap-4 xl:grid-cols-2">
              {items.map((commitment) => (
                <CommitmentCard
                  key={commitment.id}
                  commitment={commitment}
                  onAct={(action) => act(action, commitment)}
                />
              ))}
            </ul>
            <LoadMore query={pages} failed="More commitments couldn't be loaded" />
          </div>
        )}
      </FetchedList>
      {dialog}
    </>
  )
}

const CardSkeletons = () => (
  <div className="grid gap-4 xl:grid-cols-2">
    <Skeleton className="h-56 rounded-xl" />
    <Skeleton className="h-56 rounded-xl" />
  </div>
)
