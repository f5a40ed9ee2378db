import type { Deal } from '#contract/deal/shapes.ts'
import { endpointQuery, errorMessage } from '#web/api/client.ts'
import { ErrorCard } from '#web/ui/display/ErrorCard.tsx'
import { Skeleton } from '#web/ui/display/Skeleton.tsx'
import { useQuery } from '@tanstack/react-query'
import { EarlierRegisters } from './EarlierRegisters.tsx'
import { OpenBookCard } from './OpenBookCard.tsx'
import { RegisterCard } from './RegisterCard.tsx'

/** The closing of a loan's book: before it what would be closed, afterward the register with its versions. */
export function ClosingSection({ deal }: { deal: Deal }) {
  const params = { id: deal.loan.id }
  const { data, error, isFetching, refetch } = useQuery({
    ...endpointQuery('listRegisters', { params }),
    refetchOnMount: 'always',
  })
  const isClosed = deal.bookStage === 'closed'
  const current = isClosed ? data?.find(({ state }) => state === 'current') : undefined
  const earlier = data?.filter(({ state }) => state !== 'current') ?? []
  const failed = !data && error
  if (failed)
    return (
      <ErrorCard
        title="The register couldn't be loaded"
        message={errorMessage(error, error.message)}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    )
  if (isClosed && !current) return <Skeleton className="h-96 rounded-xl" />
  return (
    <>
      {current ? <RegisterCard deal={deal} register={current} /> : <OpenBookCard deal={deal} />}
      {earlier.length > 0 && <EarlierRegisters registers={earlier} />}
    </>
  )
}
