import type { Loan } from '#contract/loans/shapes.ts'
import { leftAfterSoft } from '#domain/book/sums.ts'
import { takesCommitments } from '#domain/loans/permissions.ts'
import { loanCan } from '#domain/loans/statuses.ts'
import {
  availablePercent,
  compareFigures,
  formatCents,
  formatDollars,
  formatShare,
  isAboveZero,
  sumPercent,
  zeroMoney,
  zeroPercent,
  type Money,
  type Percent,
} from '#domain/money.ts'
import { bindingShare, FundingBar } from '#web/loans/components/FundingBar.tsx'
import { availableAmount, obstacleToCommit } from '#web/loans/components/loan-availability.ts'
import { paths } from '#web/addresses/paths.ts'
import { seenAsLenderReason, useSeenAsLender } from '#web/seen-as-lender.ts'
import { useSession } from '#web/session.ts'
import { describeLimits } from '#web/book/components/commit/describe-limits.ts'
import { useViewerReason } from '#web/viewer-reason.ts'
import { Button } from '#web/ui/Button.tsx'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { Card, CardContent, CardHeader, CardTitle } from '#web/ui/display/Card.tsx'
import { SegmentSwatch, type SegmentLook } from '#web/ui/display/SegmentedBar.tsx'
import type { RefCallback } from 'react'
import { OwnPosition } from '#web/book/components/holdings/OwnPosition.tsx'
import type { OwnHoldings } from '#web/book/components/holdings/use-own-holdings.ts'

export function FundingCard({
  loan,
  own,
  isShownAbove,
  commitButton,
  onCommit,
}: {
  loan: Loan
  own: OwnHoldings
  /** True if another card shows the user's binding share. */
  isShownAbove: boolean
  commitButton: RefCallback<HTMLButtonElement>
  onCommit: () => void
}) {
  const { isAdmin, role } = useSession()
  const viewerReason = useViewerReason()
  const isSeenAsLender = useSeenAsLender()
  const obstacle = obstacleToCommit(loan, role)
  const offText = obstacle?.sentence ?? (isSeenAsLender ? seenAsLenderReason : undefined)
  const hasBook = isAdmin && !loan.isDraft
  const isTeaser = loan.isTeaser === 'true'
  const isAllShown = isShownAbove && own.lines.every(({ isSoftCommit }) => isSoftCommit === 'false')
  const hasPosition = !loan.isDraft && !isTeaser && !isAllShown
  // For a closed book, the participation above says it all.
  const isClosedHolding = isShownAbove && loan.bookStage === 'closed' && takesCommitments(loan)
  const { softAmount = zeroMoney } = loan
  const limits = describeLimits(loan)
  return (
    <Card as="section" aria-labelledby="loan-funding">
      <CardHeader>
        <CardTitle id="loan-funding">Funding Progress</CardTitle>
      </CardHeader>
      <CardContent className="grid gap-3">
        <div className="grid gap-2">
          <Hero loan={loan} />
          <FundingBar loan={loan} />
        </div>
        {/* In print, the lines are columns, so that the card fits below the details on the first page. */}
        <dl className="grid gap-2 print:grid-cols-3">
          <Line
            name="Committed"
            look="solid"
            amount={loan.committedAmount}
            share={`${formatShare(bindingShare(loan))} of ${formatDollars(loan.amount)}`}
          />
          {isAboveZero(softAmount) && (
            <>
              <Line
                name="Soft interest"
                look="hatch"
                amount={softAmount}
                share={formatShare(loan.softPercentage)}
              />
              {loanCan('commit', loan.status) && <AfterSoft loan={loan} softAmount={softAmount} />}
            </>
          )}
        </dl>
        {isAboveZero(loan.holdPercentage) && (
          <p className="text-muted-foreground">
            The originator keeps {formatShare(loan.holdPercentage)}
          </p>
        )}
        {limits && <p className="text-muted-foreground">{limits}</p>}
        {hasPosition && <OwnPosition loan={loan} own={own} />}
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2 print:hidden">
          {hasBook && (
            <ButtonLink href={paths.book(loan.id)} className="basis-full">
              Open Book
            </ButtonLink>
          )}
          {!isTeaser && !isClosedHolding && (
            <Button
              ref={commitButton}
              data-key="c"
              // The button isn't prominent if it is off, or if another action comes first: publishing a draft, or
              // changing an existing commitment.
              size={obstacle ? 's' : 'm'}
              className={obstacle ? undefined : 'basis-full'}
              variant={offText || hasBook || own.lines.length > 0 ? 'outline' : 'primary'}
              disabled={offText !== undefined}
              aria-describedby={offText && 'commit-obstacle'}
              onClick={onCommit}
            >
              {role === 'viewer' ? 'Ask a Colleague to Commit' : 'Commit to This Loan'}
            </Button>
          )}
          {offText && !isClosedHolding && (
            <p
              id="commit-obstacle"
              className={
                obstacle?.isInBanner ? 'sr-only' : 'text-[0.8125rem] text-muted-foreground'
              }
            >
              {offText}
            </p>
          )}
          {viewerReason && offText === undefined && (
            <p className="text-[0.8125rem]">{viewerReason}</p>
          )}
        </div>
      </CardContent>
    </Card>
  )
}

/**
 * Shows the available amount prominently or, for a loan that is funded, closed or fully committed, the committed share.
 */
function Hero({ loan }: { loan: Loan }) {
  const figure = 'text-figure font-semibold tracking-tight'
  const available = formatShare(availablePercent(loan.committedPercentage))
  if (!takesCommitments(loan) || loan.bookStage === 'closed')
    return (
      <p className="flex flex-wrap items-baseline gap-x-2">
        <span className={figure}>{formatShare(bindingShare(loan))}</span>
        <span className="text-muted-foreground">
          committed{loanCan('commit', loan.status) && ` · ${available} available`}
        </span>
      </p>
    )
  return (
    <p className="flex flex-wrap items-baseline gap-x-2">
      <span className={figure}>{formatDollars(availableAmount(loan))}</span>{' '}
      <span className="text-muted-foreground">
        {loan.takesCommitments === 'true' ? 'available' : 'not yet bound'} · {available}
      </span>
    </p>
  )
}

/** The available share if all soft interest becomes binding. */
function AfterSoft({ loan, softAmount }: { loan: Loan; softAmount: Money }) {
  const { share, amount } = leftAfterSoft({
    coveragePercentage: sumPercent([loan.committedPercentage, loan.softPercentage]),
    availableAmount: availableAmount(loan),
    softAmount,
  })
  return <Line name="Left after soft" amount={amount} share={describeLeft(share)} />
}

function describeLeft(share: Percent) {
  if (isAboveZero(share)) return formatShare(share)
  return compareFigures(share, zeroPercent) === 0 ? 'Fully subscribed' : 'Oversubscribed'
}

interface LineProps {
  name: string
  look?: SegmentLook
  amount: Money
  share: string
}

function Line({ name, look, amount, share }: LineProps) {
  return (
    <div className="flex items-start justify-between gap-3 print:block">
      <dt className="flex items-baseline gap-2 text-muted-foreground">
        {look ? <SegmentSwatch look={look} /> : <span className="w-2.25 print:hidden" />}
        {name}
      </dt>
      <dd className="text-right font-medium print:text-left">
        {formatCents(amount)}
        <span className="block text-xs font-normal text-muted-foreground">{share}</span>
      </dd>
    </div>
  )
}
