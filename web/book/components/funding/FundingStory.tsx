import type { FundingDay } from '#contract/book/shapes.ts'
import {
  formatShare,
  isAboveZero,
  percentNumber,
  wholePercent,
  type Percent,
} from '#domain/money.ts'
import { formatDay, toLocalDay } from '#web/time/timestamps.ts'
import { cx } from '#web/ui/cx.ts'
import { SegmentSwatch, type SegmentLook } from '#web/ui/display/SegmentedBar.tsx'
import { useChartCursor } from '#web/ui/display/use-chart-cursor.ts'
import { useState } from 'react'
import { formatHeldShare } from '#web/book/components/holdings/format-held.ts'
import { funding } from './funding-shape.ts'

export function FundingStory({ days }: { days: FundingDay[] }) {
  const hasSoft = days.some(({ softPercentage }) => isAboveZero(softPercentage))
  return (
    <>
      {/* A chart of a single day would be a plain rectangle, so text is shown instead. */}
      {days.length > 1 ? (
        <FundingChart days={days} hasSoft={hasSoft} />
      ) : (
        days.map((day) => <p key={day.day}>{describeDay(day)}</p>)
      )}
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
                <Key look="solid" name="Committed" />
              </th>
              <th scope="col" className="text-right font-medium">
                <Key look="hatch" name="Soft" />
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

function FundingChart({ days, hasSoft }: { days: FundingDay[]; hasSoft: boolean }) {
  const [today] = useState(() => new Date())
  const { binding, all, top, lefts } = funding(days, today)
  const { index, slider } = useChartCursor(
    days.length,
    (fraction) => lefts.findLastIndex((left) => left <= fraction * 100),
    (day) => describeDay(days[day]),
  )
  // The label of a top just above 100% would overlap the one of 100%.
  const ticks = [...fixedTicks, ...(percentNumber(top) > 110 ? [top] : [])]
  const heightOf = (tick: Percent) => (percentNumber(tick) * 100) / percentNumber(top)
  return (
    <>
      <div className="flex gap-2 pt-1.5">
        <div aria-hidden="true" className="relative w-9 shrink-0 text-right text-xs">
          {ticks.map((tick) => (
            <span
              key={tick}
              className="absolute right-0 translate-y-1/2 text-muted-foreground"
              style={{ bottom: `${heightOf(tick)}%` }}
            >
              {formatShare(tick)}
            </span>
          ))}
        </div>
        <div
          {...slider}
          aria-label="Funding over time"
          className="relative h-24 min-w-0 flex-1 touch-pan-y"
        >
          <svg
            aria-hidden="true"
            viewBox="0 0 100 100"
            preserveAspectRatio="none"
            className={cx('size-full rounded-md', hasSoft ? 'bg-hatch' : 'bg-track')}
          >
            {/* An SVG pattern would stretch with the chart. Instead, this path fills everything outside the areas
                so that the CSS hatch behind it is visible only within them. */}
            {hasSoft && (
              <path d={`M0 0H100V100H0Z${all}`} fillRule="evenodd" className="fill-track" />
            )}
            <path d={binding} className="fill-binding" />
            {ticks.slice(1).map((tick) => (
              <path
                key={tick}
                d={`M0 ${100 - heightOf(tick)}H100`}
                vectorEffect="non-scaling-stroke"
                className="stroke-foreground/25"
              />
            ))}
            {index !== null && (
              <path
                d={`M${lefts[index] ?? 0} 0V100`}
                vectorEffect="non-scaling-stroke"
                className="stroke-foreground stroke-[1.5]"
              />
            )}
          </svg>
        </div>
      </div>
      <p className="flex justify-between pl-11 text-xs text-muted-foreground">
        <span>{days[0] && formatDay(days[0].day)}</span>
        <span>{formatDay(toLocalDay(today))}</span>
      </p>
      {/* Screen readers get this text from the slider. */}
      <p aria-hidden="true" className="text-[0.8125rem] print:hidden">
        {describeDay(days[index ?? days.length - 1])}
      </p>
      <p className="flex flex-wrap gap-x-4 text-xs text-muted-foreground">
        <Key look="solid" name="Committed" />
        {hasSoft && <Key look="hatch" name="Soft" />}
      </p>
    </>
  )
}

const fixedTicks = [0, 50, 100].map(wholePercent)

const Key = ({ look, name }: { look: SegmentLook; name: string }) => (
  <span className="inline-flex items-baseline gap-1.5">
    <SegmentSwatch look={look} />
    {name}
  </span>
)

/** Returns text such as "Nov 20, 2026: 47% committed, 5% soft". */
function describeDay(day: FundingDay | undefined): string {
  if (!day) return ''
  const { committedPercentage, softPercentage } = day
  const soft = isAboveZero(softPercentage) ? `, ${formatShare(softPercentage)} soft` : ''
  return `${formatDay(day.day)}: ${formatShare(committedPercentage)} committed${soft}`
}
