import { formatCents, isAboveZero } from '#domain/money.ts'
import { endpointQuery, errorMessage } from '#web/api/client.ts'
import { NotUpToDate } from '#web/lists/NotUpToDate.tsx'
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from '#web/ui/display/Card.tsx'
import { ErrorCard } from '#web/ui/display/ErrorCard.tsx'
import { Skeleton } from '#web/ui/display/Skeleton.tsx'
import { onDemand } from '#web/ui/on-demand.tsx'
import { paths } from '#web/addresses/paths.ts'
import type { Slice } from '#contract/book/commitments.ts'
import type { StateChartProps } from '#web/loans/components/states/StateChart.tsx'
import { estimateNote } from '#web/book/components/holdings/describe-holdings.ts'
import { Link } from 'wouter'
import { useQuery } from '@tanstack/react-query'
import { SliceTable } from '#web/book/components/holdings/SliceTable.tsx'

const StateChart = onDemand<StateChartProps>(
  () => import('#web/loans/components/states/StateChart.tsx').then((part) => part.StateChart),
  () => <Skeleton className="mb-4 aspect-3/2" />,
)

export function Concentration() {
  const { data, error, isFetching, refetch } = useQuery({
    ...endpointQuery('getConcentration'),
    refetchOnMount: 'always',
  })
  if (!data) {
    if (!error) return <Skeleton className="h-56 rounded-xl" />
    return (
      <ErrorCard
        title="Your concentration couldn't be loaded"
        message={errorMessage(error, error.message)}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    )
  }
  return (
    <Card
      as="section"
      aria-labelledby="concentration"
      className="@container print:break-inside-avoid"
    >
      <CardHeader>
        <CardTitle id="concentration">Concentration</CardTitle>
        <CardDescription>
          {data.byRate.length > 0
            ? `Binding amounts, ${formatCents(data.bindingAmount)} in all.`
            : "You hold no binding commitments. Soft interest isn't counted here."}
          {data.byMaturity.some(({ estimatedAmount }) => isAboveZero(estimatedAmount)) &&
            ` ${estimateNote}`}
        </CardDescription>
        <NotUpToDate error={error} />
      </CardHeader>
      <CardContent className="grid items-start gap-x-8 gap-y-5 @xl:grid-cols-2">
        <div className="grid gap-5">
          <SliceTable title="Property Type" slices={data.byPropertyType} />
          <SliceTable title="Rate" slices={data.byRate} />
          <SliceTable title="Maturity" slices={data.byMaturity} />
        </div>
        <div>
          <StateChart label="Binding amount by state" shares={data.byState} hrefOf={loansIn} />
          <SliceTable title="State" slices={data.byState} renderName={StateName} />
        </div>
      </CardContent>
    </Card>
  )
}

/** Null for addresses without a state, because Browse Loans can't search for them. */
const loansIn = ({ name }: Pick<Slice, 'name'>) =>
  name === 'Other' ? null : `${paths.loans()}?location=${name}&held=true`

function StateName(slice: Slice) {
  const href = loansIn(slice)
  if (href === null) return slice.name
  return (
    <Link
      href={href}
      className="underline-offset-4 hover:underline max-md:inline-block max-md:py-2"
    >
      {slice.name}
    </Link>
  )
}
