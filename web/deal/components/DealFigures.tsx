import type { Deal } from '#contract/deal/shapes.ts'
import { excessOf } from '#domain/book/sums.ts'
import { formatDay, formatMoment } from '#domain/days.ts'
import {
  formatCents,
  formatPart,
  formatShare,
  isAboveZero,
  subtractMoney,
  subtractPercent,
  type Money,
  type Percent,
} from '#domain/money.ts'
import { FundingBar } from '#web/loans/components/FundingBar.tsx'
import { Card } from '#web/ui/display/Card.tsx'
import { SegmentSwatch, type SegmentLook } from '#web/ui/display/SegmentedBar.tsx'
import { describeTimeLeft } from './describe-time-left.ts'

/** Shows the shares of a deal and its dates, which are what an administrator decides by. */
export function DealFigures({ deal }: { deal: Deal }) {
  const { loan, settings, totals, bookStage } = deal
  const { closingDate } = settings
  const excess = excessOf(totals)
  return (
    <Card as="section" aria-labelledby="deal-figures" className="@container px-4.5 py-3">
      <h2 id="deal-figures" className="sr-only">
        Where It Stands
      </h2>
      <div className="grid gap-2.5">
        <dl className="grid grid-cols-2 gap-x-4 gap-y-2 wrap-anywhere @3xl:grid-cols-4">
          <Figure
            name="Lenders, binding"
            look="solid"
            share={subtractPercent(totals.bindingPercentage, totals.holdPercentage)}
            amount={subtractMoney(totals.bindingAmount, totals.holdAmount)}
          />
          <Figure
            name="Originator's hold"
            look="hold"
            share={totals.holdPercentage}
            amount={totals.holdAmount}
          />
          <Figure
            name="Soft"
            look="hatch"
            share={totals.softPercentage}
            amount={totals.softAmount}
          />
          <Figure
            name="Room for open requests"
            share={totals.availablePercentage}
            amount={totals.availableAmount}
          />
        </dl>
        <FundingBar
          loan={{
            title: loan.title,
            committedPercentage: totals.bindingPercentage,
            softPercentage: totals.softPercentage,
          }}
          hold={totals.holdPercentage}
          isWhole={excess !== null}
        />
        {/* A round has divided the room already, so nothing needs to be decided. */}
        {excess && bookStage === 'open' && (
          <p className="font-medium text-warning">
            Requests exceed the room by {formatPart(excess.percentage, excess.amount)}
          </p>
        )}
        <dl className="grid gap-x-4 gap-y-2 border-t pt-2.5 @xl:grid-cols-2">
          <When {...deadlineOf(deal)} />
          <When
            name="Planned closing"
            date={closingDate && formatDay(closingDate)}
            left={closingDate && describeTimeLeft(closingDate)}
          />
        </dl>
      </div>
    </Card>
  )
}

/** During a round nobody can commit, so the time to answer takes the place of the commitment deadline. */
function deadlineOf({ settings, bookStage, lastRound }: Deal): WhenProps {
  const isRound = bookStage === 'offered'
  const deadline = isRound ? (lastRound?.respondBy ?? null) : settings.commitmentDeadline
  return {
    name: isRound ? 'Answers due' : 'Commitment deadline',
    date: deadline && formatMoment(deadline),
    left: deadline && describeTimeLeft(deadline),
  }
}

interface FigureProps {
  name: string
  look?: SegmentLook
  share: Percent
  amount: Money
}

const Figure = ({ name, look, share, amount }: FigureProps) => (
  <div>
    <dt className="flex items-baseline gap-1.5 text-xs text-muted-foreground">
      {look && <SegmentSwatch look={look} />}
      {name}
    </dt>
    <dd className="flex flex-wrap items-baseline gap-x-2">
      <span className="text-sm font-semibold tracking-tight @4xl:text-base">
        {formatShare(share)}
      </span>{' '}
      {isAboveZero(amount) && (
        <span className="text-[0.8125rem] text-muted-foreground">{formatCents(amount)}</span>
      )}
    </dd>
  </div>
)

interface WhenProps {
  name: string
  date: string | null
  left: string | null
}

const When = ({ name, date, left }: WhenProps) => (
  <div>
    <dt className="text-xs text-muted-foreground">{name}</dt>
    <dd className="flex flex-wrap items-baseline gap-x-2">
      <span className="font-medium">{date ?? 'Not set'}</span>{' '}
      {left && <span className="text-[0.8125rem] text-muted-foreground">{left}</span>}
    </dd>
  </div>
)
