import { notFundedYet } from '#domain/position/concentration.ts'
import { formatCents } from '#domain/money.ts'
import { endpointQuery, errorMessage } from '#web/api/client.ts'
import { NotUpToDate } from '#web/lists/NotUpToDate.tsx'
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from '#web/ui/display/Card.tsx'
import { ErrorCard } from '#web/ui/display/ErrorCard.tsx'
import { Skeleton } from '#web/ui/display/Skeleton.tsx'
import { useQuery } from '@tanstack/react-query'
import { SliceTable } from '#web/book/components/holdings/SliceTable.tsx'

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
    <Card as="section" aria-labelledby="concentration" className="@container">
      <CardHeader>
        <CardTitle id="concentration">Concentration</CardTitle>
        <CardDescription>
          {data.byRate.length > 0
            ? `Binding amounts, ${formatCents(data.bindingAmount)} in all.`
            : "You hold no binding commitments. Soft interest isn't counted here."}
          {data.byMaturity.some(({ name }) => name === notFundedYet) &&
            ' The maturity is set when a loan is funded.'}
        </CardDescription>
        <NotUpToDate error={error} />
      </CardHeader>
      <CardContent className="grid items-start gap-x-8 gap-y-5 @2xl:grid-cols-2">
        <SliceTable title="Property Type" slices={data.byPropertyType} />
        <SliceTable title="State" slices={data.byState} />
        <SliceTable title="Rate" slices={data.byRate} />
        <SliceTable title="Maturity" slices={data.byMaturity} />
      </CardContent>
    </Card>
  )
}
