import type { Deal } from '#contract/deal/shapes.ts'
import { endpointQuery, errorMessage } from '#web/api/client.ts'
import { AllocationSheet } from '#web/deal/components/allocation/AllocationSheet.tsx'
import { EarlierRounds } from '#web/deal/components/rounds/EarlierRounds.tsx'
import { RunningRound } from '#web/deal/components/rounds/RunningRound.tsx'
import { PartBoundary } from '#web/shell/PartBoundary.tsx'
import { ErrorCard } from '#web/ui/display/ErrorCard.tsx'
import { Skeleton } from '#web/ui/display/Skeleton.tsx'
import { useQuery } from '@tanstack/react-query'

/** The allocation of a loan: the sheet or, while a round awaits answers, its offers; and the rounds before. */
export function AllocationSection({ deal }: { deal: Deal }) {
  const params = { id: deal.loan.id }
  const { data, error, isFetching, refetch } = useQuery({
    ...endpointQuery('listAllocations', { params }),
    refetchOnMount: 'always',
  })
  if (!data && error)
    return (
      <ErrorCard
        title="The allocation couldn't be loaded"
        message={errorMessage(error, error.message)}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    )
  if (!data) return <Skeleton className="h-96 rounded-xl" />
  const running = data.rounds.find(({ state }) => state === 'published')
  const earlier = data.rounds.filter(({ state }) => state === 'ended')
  return (
    <>
      <PartBoundary>
        {running ? (
          <RunningRound deal={deal} round={running} lines={data.lines} />
        ) : (
          // In a closed book, nothing is left to allocate.
          deal.bookStage !== 'closed' && <AllocationSheet deal={deal} allocations={data} />
        )}
      </PartBoundary>
      {earlier.length > 0 && (
        <PartBoundary>
          <EarlierRounds rounds={earlier} />
        </PartBoundary>
      )}
    </>
  )
}
