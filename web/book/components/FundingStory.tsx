import type { FundingDay } from '#contract/book/shapes.ts'
import { formatShare, isAboveZero } from '#domain/money.ts'
import { formatDay } from '#web/timestamps.ts'
import { SegmentSwatch } from '#web/ui/SegmentedBar.tsx'
import { useState } from 'react'
import { formatHeldShare } from './format-held.ts'
import { funding } from './funding-shape.ts'

/** How a loan's binding and soft shares grew, as a drawing and as a table. */
export function FundingStory({ days }: { days: FundingDay[] }) {
  const [today] = useState(() => new Date())
  const { binding, all, top } = funding(days, today)
  const [first] = days
  if (!first) return null
  return (
    <>
      <svg
        aria-hidden="true"
        viewBox="0 0 100 100"
        preserveAspectRatio="none"
        className="h-24 w-full rounded-md bg-track"
      >
        <path d={all} className="fill-soft/60" />
        <path d={binding} className="fill-binding" />
      </svg>
      <p className="flex justify-between text-xs text-muted-foreground">
        <span>{formatDay(first.day)}</span>
        <span>Today</span>
      </p>
      <p className="flex flex-wrap gap-x-4 text-xs text-muted-foreground">
        <span className="inline-flex items-baseline gap-1.5">
          <SegmentSwatch look="solid" />
          Committed
        </span>
        {days.some(({ softPercentage }) => isAboveZero(softPercentage)) && (
          <span className="inline-flex items-baseline gap-1.5">
            <span aria-hidden="true" className="size-2.25 rounded-xs bg-soft/60" />
            Soft
          </span>
        )}
        <span>Full height: {formatShare(top)}</span>
      </p>
      <details>
        <summary className="cursor-pointer text-[0.8125rem] font-medium">Show as Table</summary>
        <table className="mt-2 w-full">
          <caption className="sr-only">Shares at the end of each day, UTC</caption>
          <thead>
            <tr className="text-xs text-muted-foreground">
              <th scope="col" className="text-left font-medium">
                Day (UTC)
              </th>
              <th scope="col" className="text-right font-medium">
                <span className="inline-flex items-baseline gap-1.5">
                  <SegmentSwatch look="solid" />
                  Committed
                </span>
              </th>
              <th scope="col" className="text-right font-medium">
                <span className="inline-flex items-baseline gap-1.5">
                  <SegmentSwatch look="hatch" />
                  Soft
                </span>
              </th>
            </tr>
          </thead>
          <tbody>
            {days.map(({ day, committedPercentage, softPercentage }) => (
              <tr key={day} className="[&>*]:border-t [&>*]:py-1">
                <th scope="row" className="text-left font-normal">
                  {formatDay(day)}
                </th>
                <td className="text-right">{formatHeldShare(committedPercentage)}</td>
                <td className="text-right">{formatHeldShare(softPercentage)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </>
  )
}
