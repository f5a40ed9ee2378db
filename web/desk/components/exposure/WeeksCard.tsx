import type { ExposureWeek } from '#contract/desk/exposure.ts'
import { formatChange, formatShortly, zeroMoney } from '#domain/money.ts'
import { endpointQuery, errorMessage } from '#web/api/client.ts'
import { formatDay } from '#web/time/timestamps.ts'
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from '#web/ui/display/Card.tsx'
import { ErrorCard } from '#web/ui/display/ErrorCard.tsx'
import { SegmentSwatch } from '#web/ui/display/SegmentedBar.tsx'
import { Skeleton } from '#web/ui/display/Skeleton.tsx'
import { useChartCursor } from '#web/ui/display/use-chart-cursor.ts'
import { useQuery } from '@tanstack/react-query'
import { weekShape } from './week-bars.ts'

export function WeeksCard() {
  const { data, error, isFetching, refetch } = useQuery({
    ...endpointQuery('getExposureWeeks'),
    refetchOnMount: 'always',
  })
  return (
    <Card as="section" aria-labelledby="exposure-weeks">
      <CardHeader>
        <CardTitle id="exposure-weeks">Committed and Soft by Week</CardTitle>
        <CardDescription>
          What each week added to the binding and soft amounts: made less ended. A soft share made
          binding moves from soft to binding. Deleted loans aren't counted.
        </CardDescription>
      </CardHeader>
      <CardContent className="grid min-h-52 content-start gap-2">
        {data ? (
          <Weeks weeks={data} />
        ) : error ? (
          <ErrorCard
            title="The weeks couldn't be loaded"
            message={errorMessage(error, error.message)}
            busy={isFetching}
            onRetry={() => void refetch()}
          />
        ) : (
          <Skeleton className="h-36" />
        )}
      </CardContent>
    </Card>
  )
}

function Weeks({ weeks }: { weeks: ExposureWeek[] }) {
  const [first, last] = [weeks[0], weeks.at(-1)]
  if (!weeks.some(isChanged) || !first || !last)
    return <p className="text-muted-foreground">Nothing was made or ended in the last 26 weeks.</p>
  return (
    <>
      <WeeksChart weeks={weeks} />
      <details>
        <summary className="cursor-pointer text-[0.8125rem] font-medium">Show as Table</summary>
        <table aria-label="Committed and soft by week" className="mt-2 w-full max-w-xl">
          <thead>
            <tr className="text-xs text-muted-foreground [&>*]:font-medium">
              <th scope="col" className="text-left">
                Week from
              </th>
              <th scope="col" className="text-right">
                Committed
              </th>
              <th scope="col" className="text-right">
                Soft
              </th>
            </tr>
          </thead>
          <tbody>
            {weeks.toReversed().map((week) => (
              <tr key={week.monday} className="[&>*]:border-t [&>*]:py-1">
                <th scope="row" className="text-left font-normal">
                  {formatDay(week.monday)}
                </th>
                <td className="text-right">{formatChange(week.bindingAmount)}</td>
                <td className="text-right">{formatChange(week.softAmount)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </>
  )
}

function WeeksChart({ weeks }: { weeks: ExposureWeek[] }) {
  const { bars, highest, lowest, zero } = weekShape(weeks)
  const { index, slider } = useChartCursor(
    weeks.length,
    (fraction) => Math.floor(fraction * weeks.length),
    (week) => describe(weeks[week]),
  )
  const ticks = [
    { amount: highest, top: 0 },
    { amount: zeroMoney, top: zero },
    { amount: lowest, top: 100 },
  ].filter(({ amount }, place) => place === 1 || amount !== zeroMoney)
  const [first, last] = [weeks[0], weeks.at(-1)]
  return (
    <>
      <div className="flex gap-2 pt-1.5">
        <div aria-hidden="true" className="relative w-14 shrink-0 text-xs text-muted-foreground">
          {ticks.map(({ amount, top }) => (
            <span
              key={top}
              className="absolute right-0 -translate-y-1/2 whitespace-nowrap"
              style={{ top: `${top}%` }}
            >
              {formatShortly(amount)}
            </span>
          ))}
        </div>
        <div
          {...slider}
          aria-label="Committed and soft by week"
          className="relative h-36 min-w-0 flex-1 touch-pan-y"
        >
          <div className="absolute inset-x-0 border-t border-input" style={{ top: `${zero}%` }} />
          {bars.map(({ week, binding, soft }, place) => (
            <div
              key={week.monday}
              className={place === index ? 'absolute inset-y-0 bg-muted' : 'absolute inset-y-0'}
              style={{ left: `${(place * 100) / bars.length}%`, width: `${100 / bars.length}%` }}
            >
              <Part part={binding} className="bg-binding" />
              <Part part={soft} className="bg-hatch" />
            </div>
          ))}
        </div>
      </div>
      <p className="flex justify-between pl-16 text-xs text-muted-foreground">
        <span>Week from {first && formatDay(first.monday)}</span>
        <span>{last && formatDay(last.monday)}</span>
      </p>
      {/* Screen readers get this text from the slider. */}
      <p aria-hidden="true" className="text-[0.8125rem] print:hidden">
        {describe(weeks[index ?? weeks.length - 1])}
      </p>
      <p className="flex flex-wrap gap-x-4 text-xs text-muted-foreground">
        <span className="inline-flex items-baseline gap-1.5">
          <SegmentSwatch look="solid" />
          Committed
        </span>
        <span className="inline-flex items-baseline gap-1.5">
          <SegmentSwatch look="hatch" />
          Soft
        </span>
      </p>
    </>
  )
}

const Part = ({ part, className }: { part: { top: number; height: number }; className: string }) =>
  part.height > 0 && (
    <span
      className={`absolute inset-x-px min-h-px forced-color-adjust-none print:[print-color-adjust:exact] ${className}`}
      style={{ top: `${part.top}%`, height: `${part.height}%` }}
    />
  )

const isChanged = ({ bindingAmount, softAmount }: ExposureWeek) =>
  [bindingAmount, softAmount].some((amount) => amount !== zeroMoney)

function describe(week: ExposureWeek | undefined): string {
  if (!week) return ''
  const amounts = `${formatChange(week.bindingAmount)} committed, ${formatChange(week.softAmount)} soft`
  return `Week from ${formatDay(week.monday)}: ${amounts}`
}
