import type { FundingDay } from '#contract/book/shapes.ts'
import { formatShare, isAboveZero } from '#domain/money.ts'
import { formatDay } from '#web/time/timestamps.ts'
import { cx } from '#web/ui/cx.ts'
import { SegmentSwatch } from '#web/ui/display/SegmentedBar.tsx'
import { useState } from 'react'
import { formatHeldShare } from '#web/book/components/holdings/format-held.ts'
import { funding } from './funding-shape.ts'

export function FundingStory({ days }: { days: FundingDay[] }) {
  const [today] = useState(() => new Date())
  const { binding, all, top } = funding(days, today)
  const [first] = days
  if (!first) return null
  const hasSoft = days.some(({ softPercentage }) => isAboveZero(softPercentage))
  return (
    <>
      <svg
        aria-hidden="true"
        viewBox="0 0 100 100"
        preserveAspectRatio="none"
        className={cx('h-24 w-full rounded-md', hasSoft ? 'bg-hatch' : 'bg-track')}
      >
        {/* An SVG pattern would stretch with the chart. Instead, this path fills everything outside the areas, so
            that the hatch pattern behind it (in CSS) is visible only within them. */}
        {hasSoft && <path d={`M0 0H100V100H0Z${all}`} fillRule="evenodd" className="fill-track" />}
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
        {hasSoft && (
          <span className="inline-flex items-baseline gap-1.5">
            <SegmentSwatch look="hatch" />
            Soft
          </span>
        )}
        <span>Top of chart: {formatShare(top)} of the loan</span>
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
