import type { Loan } from '#contract/loans/shapes.ts'
import {
  availablePercent,
  compareFigures,
  formatShare,
  isAboveZero,
  percentNumber,
  subtractPercent,
  sumPercent,
  wholePercent,
  zeroPercent,
  type Percent,
} from '#domain/money.ts'
import { SegmentedBar, SegmentSwatch } from '#web/ui/display/SegmentedBar.tsx'
import type { ReactNode } from 'react'

export type FundingBarProps = {
  loan: Pick<Loan, 'committedPercentage' | 'softPercentage' | 'title'>
  /** The part of the binding share that the originator keeps, if it is drawn apart. */
  hold?: Percent | undefined
  /** Shown to the right of a legend of the shares. Without it, the bar has no legend. */
  legend?: ReactNode
  /** If true, shares above 100% are drawn too, with a mark at 100%. */
  isWhole?: boolean | undefined
}

/**
 * Draws binding shares solid and soft shares hatched. The remainder is available. Soft shares don't reduce the
 * available share and can exceed it. In that case, the drawing is clipped unless `isWhole`, but the figures aren't.
 */
export function FundingBar({ loan, hold = zeroPercent, legend, isWhole = false }: FundingBarProps) {
  const binding = bindingShare(loan)
  const words = {
    binding: `${formatShare(binding)} binding`,
    soft: `${formatShare(loan.softPercentage)} soft`,
    available: `${formatShare(availablePercent(binding))} available`,
  }
  const interest = percentNumber(sumPercent([binding, loan.softPercentage]))
  return (
    <div className="grid gap-1.5">
      <SegmentedBar
        end={isWhole ? Math.max(interest, 100) : 100}
        label={`Funding of ${loan.title}`}
        segments={[
          { look: 'solid', percent: percentNumber(subtractPercent(binding, hold)) },
          { look: 'hold', percent: percentNumber(hold) },
          { look: 'hatch', percent: percentNumber(loan.softPercentage) },
        ]}
        value={percentNumber(binding)}
        valueText={`${words.binding}, ${words.soft}, ${words.available}`}
      />
      {legend !== undefined && (
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-0.5 text-xs whitespace-nowrap text-muted-foreground">
          {/* Screen readers skip the shares, because the bar's accessible text contains them. */}
          <span aria-hidden="true" className="inline-flex items-center gap-1.5">
            <SegmentSwatch look="solid" />
            {words.binding}
          </span>
          {isAboveZero(loan.softPercentage) && (
            <span aria-hidden="true" className="inline-flex items-center gap-1.5">
              <SegmentSwatch look="hatch" />
              {words.soft}
            </span>
          )}
          <span className="ml-auto font-medium text-foreground">{legend}</span>
        </p>
      )}
    </div>
  )
}

const whole = wholePercent(100)

/** The committed share to display, which is at most 100. */
export const bindingShare = (loan: Pick<Loan, 'committedPercentage'>): Percent =>
  compareFigures(loan.committedPercentage, whole) > 0 ? whole : loan.committedPercentage
