import type { Slice } from '#contract/book/commitments.ts'
import {
  compareFigures,
  formatRate,
  formatShare,
  isAboveZero,
  percentOf,
  zeroPercent,
} from '#domain/money.ts'
import type { Money, Percent } from '#domain/money.ts'
import { Button } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import { FittedAmount } from '#web/ui/display/FittedAmount.tsx'
import { usePhone } from '#web/ui/use-matches.ts'
import { useState, type ReactNode } from 'react'

export interface ShownSlice extends Slice {
  key?: string | null
  estimatedAmount?: Money
  isBeyond?: boolean
}

export function SliceTable<Shown extends ShownSlice>({
  title,
  slices,
  limit = null,
  renderName = ({ name }) => name,
}: {
  title: string
  slices: readonly Shown[]
  /** The largest share that a slice should have, drawn as a tick on each bar. */
  limit?: Percent | null
  renderName?: (slice: Shown) => ReactNode
}) {
  const [isWhole, setWhole] = useState(false)
  const shownRows = usePhone() ? 5 : 10
  if (slices.length === 0) return null
  // Longer lists are collapsed, unless only a few rows would be hidden.
  const isLong = slices.length > shownRows + 2
  // Printouts show all rows.
  const folded = isLong && !isWhole ? 'hidden print:table-row' : undefined
  const scale = scaleOf(slices, limit)
  return (
    <div className="@container">
      <table aria-label={`Concentration by ${title.toLowerCase()}`} className="w-full">
        <thead>
          <tr className="text-xs text-muted-foreground [--table-top:3.5rem] [&>*]:pb-1 [&>*]:font-medium">
            <th scope="col" className={cx(stays, 'w-full text-left')}>
              {title}
              {limit !== null && <span className="font-normal"> · limit {formatShare(limit)}</span>}
            </th>
            <th scope="col" className={cx(stays, 'pl-3 text-right')}>
              Amount
            </th>
            <th scope="col" className={cx(stays, 'pl-3 text-right')}>
              Share
            </th>
          </tr>
        </thead>
        <tbody>
          {slices.map((slice, place) => (
            <tr
              key={slice.key ?? slice.name}
              className={cx('[&>*]:border-t [&>*]:py-2', place >= shownRows && folded)}
            >
              <th scope="row" className="text-left font-normal wrap-anywhere">
                {renderName(slice)}
                <Remark slice={slice} limit={limit} />
                <Bar slice={slice} limit={limit} scale={scale} />
              </th>
              <td className="pl-3 text-right font-medium whitespace-nowrap">
                <FittedAmount amount={slice.amount} />
              </td>
              <td
                className={cx(
                  'pl-3 text-right whitespace-nowrap',
                  slice.isBeyond && 'font-medium text-warning',
                )}
              >
                {formatRate(slice.percentage)}
              </td>
            </tr>
          ))}
          {isLong && (
            <tr className="print:hidden">
              <td colSpan={3} className="border-t pt-2">
                <Button size="s" variant="outline" onClick={() => setWhole(!isWhole)}>
                  {isWhole ? 'Show Fewer' : `Show All ${slices.length}`}
                </Button>
              </td>
            </tr>
          )}
        </tbody>
      </table>
    </div>
  )
}

/** The share that fills a whole bar: the largest share or the limit, whichever is larger. */
const scaleOf = (slices: readonly ShownSlice[], limit: Percent | null) =>
  [...slices.map(({ percentage }) => percentage), ...(limit === null ? [] : [limit])].reduce(
    (largest, each) => (compareFigures(each, largest) > 0 ? each : largest),
    zeroPercent,
  )

const lengthOf = (share: Percent, scale: Percent) =>
  `${isAboveZero(scale) ? (100 * Number(share)) / Number(scale) : 0}%`

const stays = 'sticky top-(--table-top,0px) bg-card'

interface SliceProps {
  slice: ShownSlice
  limit: Percent | null
}

function Remark({ slice: { amount, estimatedAmount, isBeyond }, limit }: SliceProps) {
  if (isBeyond && limit !== null)
    return <span className="text-xs text-warning"> over {formatShare(limit)}</span>
  if (!estimatedAmount || !isAboveZero(estimatedAmount)) return null
  return (
    <span className="text-xs text-muted-foreground">
      {' '}
      {estimatedAmount !== amount && (
        <>
          <FittedAmount amount={estimatedAmount} />{' '}
        </>
      )}
      estimated
    </span>
  )
}

function Bar({ slice, limit, scale }: SliceProps & { scale: Percent }) {
  const { amount, percentage, estimatedAmount, isBeyond } = slice
  const estimated = estimatedAmount ? percentOf(estimatedAmount, amount) : '0'
  return (
    <span aria-hidden="true" className="relative mt-1 block h-1.5">
      <span className="block h-full overflow-hidden rounded-full bg-track">
        <span
          className={cx(
            'flex h-full justify-end forced-color-adjust-none',
            isBeyond ? 'bg-warning print:bg-hatch' : 'bg-binding',
          )}
          style={{ width: lengthOf(percentage, scale) }}
        >
          <span className="bg-card" style={{ width: `${estimated}%` }}>
            <span className="block h-full bg-estimate" />
          </span>
        </span>
      </span>
      {limit !== null && (
        <span
          className="absolute -inset-y-0.75 w-0.5 -translate-x-1/2 rounded-full bg-foreground forced-color-adjust-none print:outline"
          style={{ left: lengthOf(limit, scale) }}
        />
      )}
    </span>
  )
}
