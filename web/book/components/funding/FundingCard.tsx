import type { Loan } from '#contract/loans/shapes.ts'
import {
  availablePercent,
  formatCents,
  formatDollars,
  formatShare,
  isAboveZero,
  shareAmount,
} from '#domain/money.ts'
import { bindingShare, FundingBar } from '#web/loans/components/FundingBar.tsx'
import { commitObstacle } from '#web/loans/components/loan-availability.ts'
import { paths } from '#web/addresses/paths.ts'
import { useSession } from '#web/session.ts'
import { Button } from '#web/ui/Button.tsx'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { Card, CardContent, CardHeader, CardTitle } from '#web/ui/display/Card.tsx'
import { SegmentSwatch, type SegmentLook } from '#web/ui/display/SegmentedBar.tsx'
import type { ReactNode, RefCallback } from 'react'
import { OwnPosition } from '#web/book/components/holdings/OwnPosition.tsx'

export function FundingCard({
  loan,
  commitButton,
  onCommit,
}: {
  loan: Loan
  commitButton: RefCallback<HTMLButtonElement>
  onCommit: () => void
}) {
  const { isAdmin } = useSession()
  const obstacle = commitObstacle(loan)
  const hasSoft = isAboveZero(loan.softPercentage)
  return (
    <Card as="section" aria-labelledby="loan-funding" className="h-full">
      <CardHeader>
        <CardTitle id="loan-funding">Funding Progress</CardTitle>
      </CardHeader>
      <CardContent className="grid gap-3">
        <div className="grid gap-2">
          <p className="flex items-baseline gap-2">
            <span className="text-figure font-semibold tracking-tight">
              {formatShare(bindingShare(loan))}
            </span>
            <span className="text-muted-foreground">committed</span>
          </p>
          <FundingBar loan={loan} />
        </div>
        <dl className="grid gap-2">
          <Line name="Committed" look="solid">
            {formatCents(loan.committedAmount)}
            <span className="block text-xs font-normal text-muted-foreground">
              of {formatDollars(loan.amount)}
            </span>
          </Line>
          {hasSoft && (
            <Line name="Soft interest" look="hatch">
              {formatShare(loan.softPercentage)}
              <span className="block text-xs font-normal text-muted-foreground">
                {formatCents(shareAmount(loan.amount, loan.softPercentage))}
              </span>
            </Line>
          )}
          <Line name="Available">{formatShare(availablePercent(loan.committedPercentage))}</Line>
        </dl>
        {!loan.isDraft && <OwnPosition loan={loan} />}
        <div className="grid gap-2">
          <Button
            ref={commitButton}
            // Publish is the primary action for a draft.
            variant={loan.isDraft ? 'outline' : 'primary'}
            disabled={obstacle !== null}
            aria-describedby={obstacle === null ? undefined : 'commit-obstacle'}
            onClick={onCommit}
          >
            Commit to This Loan
          </Button>
          {obstacle && (
            <p id="commit-obstacle" className="text-[0.8125rem] text-muted-foreground">
              {obstacle}
            </p>
          )}
          {isAdmin && !loan.isDraft && (
            <ButtonLink href={paths.book(loan.id)} variant="outline">
              Open Book
            </ButtonLink>
          )}
        </div>
      </CardContent>
    </Card>
  )
}

function Line({ name, look, children }: { name: string; look?: SegmentLook; children: ReactNode }) {
  return (
    <div className="flex items-start justify-between gap-3">
      <dt className="flex items-baseline gap-2 text-muted-foreground">
        {look && <SegmentSwatch look={look} />}
        {name}
      </dt>
      <dd className="text-right font-medium">{children}</dd>
    </div>
  )
}
