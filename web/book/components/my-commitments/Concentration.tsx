import type { Slice } from '#contract/book/commitments.ts'
import { formatCents, formatRate } from '#domain/money.ts'
import { endpointQuery, errorMessage } from '#web/api/client.ts'
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from '#web/ui/Card.tsx'
import { ErrorCard } from '#web/ui/ErrorCard.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { useQuery } from '@tanstack/react-query'

/** How the user's binding amounts are spread over property types, states, rates and maturities. */
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
          {data.byMaturity.some(({ name }) => name === 'Not set') &&
            ' A loan has no maturity until it is funded.'}
        </CardDescription>
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

function SliceTable({ title, slices }: { title: string; slices: Slice[] }) {
  if (slices.length === 0) return null
  return (
    <table aria-label={`Concentration by ${title.toLowerCase()}`} className="w-full">
      <thead>
        <tr className="text-xs text-muted-foreground [&>*]:pb-1 [&>*]:font-medium">
          <th scope="col" className="w-full text-left">
            {title}
          </th>
          <th scope="col" className="pl-3 text-right">
            Amount
          </th>
          <th scope="col" className="pl-3 text-right">
            Share
          </th>
        </tr>
      </thead>
      <tbody>
        {slices.map(({ name, amount, percentage }) => (
          <tr key={name} className="[&>*]:border-t [&>*]:py-2">
            <th scope="row" className="text-left font-normal wrap-anywhere">
              {name}
              <span
                aria-hidden="true"
                className="mt-1 block h-1.5 overflow-hidden rounded-full bg-track"
              >
                <span
                  className="block h-full bg-binding forced-color-adjust-none"
                  style={{ width: `${percentage}%` }}
                />
              </span>
            </th>
            <td className="pl-3 text-right font-medium whitespace-nowrap">{formatCents(amount)}</td>
            <td className="pl-3 text-right whitespace-nowrap">{formatRate(percentage)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
