import { endpointQuery } from '#web/api/client.ts'
import { useQuery } from '@tanstack/react-query'

export function PublishesNote() {
  const { data } = useQuery(endpointQuery('getStats'))
  return (
    <p className="mb-1 min-w-full text-pretty text-muted-foreground">
      {describePublishing(data?.totalLendersCount)}
    </p>
  )
}

function describePublishing(lenders: number | undefined): string {
  if (lenders === 0)
    return 'Create Loan publishes it right away. There are no lenders to notify yet.'
  const whom =
    lenders === undefined
      ? 'every lender'
      : lenders === 1
        ? '1 lender'
        : `${lenders.toLocaleString('en-US')} lenders`
  return `Create Loan publishes it and notifies ${whom} right away.`
}
