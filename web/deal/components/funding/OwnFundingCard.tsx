import type { OwnFunding } from '#contract/deal/funding.ts'
import type { Loan } from '#contract/loans/shapes.ts'
import { formatDay, formatMoment } from '#domain/days.ts'
import { formatCents, isAboveZero } from '#domain/money.ts'
import { errorMessage } from '#web/api/client.ts'
import { ReceiptLink } from '#web/book/components/receipts/ReceiptLink.tsx'
import { useOwnFunding } from '#web/deal/components/closing/use-own-entries.ts'
import { formatTimestamp } from '#web/time/timestamps.ts'
import { Badge } from '#web/ui/display/Badge.tsx'
import { Card, CardContent, CardHeader, CardTitle } from '#web/ui/display/Card.tsx'
import { ErrorCard } from '#web/ui/display/ErrorCard.tsx'
import { Skeleton } from '#web/ui/display/Skeleton.tsx'
import { useHashArrival } from '#web/ui/focus/hash.ts'
import { useRef } from 'react'
import { dueStateTexts } from './describe-funding.ts'
import { OwnInstructions } from './OwnInstructions.tsx'

/** The user's firm owes money on a closed loan: how much, where to wire it, and what was received. */
export function OwnFundingCard({ loan }: { loan: Loan }) {
  const { data, error, isFetching, refetch } = useOwnFunding(loan.id, { loads: false })
  if (data) return <FilledCard loan={loan} funding={data} />
  if (error)
    return (
      <ErrorCard
        title="Your funding couldn't be loaded"
        message={errorMessage(error, error.message)}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    )
  return <Skeleton className="h-64 rounded-xl" />
}

function FilledCard({ loan, funding }: { loan: Loan; funding: OwnFunding }) {
  const { amount, received, outstanding, state, receipts, instructions, callBack } = funding
  const { text, tone } = dueStateTexts[state]
  const heading = useRef<HTMLHeadingElement>(null)
  useHashArrival('own-funding', () => {
    heading.current?.closest('section')?.scrollIntoView()
    heading.current?.focus({ preventScroll: true })
    return heading.current !== null
  })
  return (
    <Card as="section" aria-labelledby="own-funding">
      <CardHeader action={<Badge tone={tone}>{text}</Badge>}>
        <CardTitle id="own-funding" ref={heading} tabIndex={-1} className="outline-none">
          Your Funding
        </CardTitle>
      </CardHeader>
      <CardContent className="grid gap-4">
        <div>
          <p className="text-base font-semibold tracking-tight text-pretty">
            {describeDue(funding)}
          </p>
          {isAboveZero(received) && isAboveZero(outstanding) && (
            <p className="text-muted-foreground">
              {formatCents(received)} of {formatCents(amount)} received.
            </p>
          )}
          {receipts.length > 0 && (
            <ul className="mt-1 text-muted-foreground">
              {receipts.map((receipt) => (
                <li key={receipt.id}>
                  {formatCents(receipt.amount)} received on {formatDay(receipt.receivedOn)}
                </li>
              ))}
            </ul>
          )}
        </div>
        {isAboveZero(outstanding) &&
          (instructions ? (
            <OwnInstructions {...{ loan, outstanding, instructions, callBack }} />
          ) : (
            <p className="text-pretty text-muted-foreground">
              Instructions where to wire will appear here. You'll be notified.
            </p>
          ))}
        {!isAboveZero(outstanding) && callBack && (
          <p className="text-[0.8125rem] text-pretty text-muted-foreground">
            You verified the instructions by telephone, {formatTimestamp(callBack.calledAt)}.{' '}
            <ReceiptLink id={callBack.receiptId} subject="your call" />
          </p>
        )}
      </CardContent>
    </Card>
  )
}

function describeDue({ outstanding, amount, instructions }: OwnFunding): string {
  if (!isAboveZero(outstanding)) return `All ${formatCents(amount)} received`
  const by = instructions ? ` by ${formatMoment(instructions.dueAt)}` : ''
  return `${formatCents(outstanding)} is due${by}`
}
