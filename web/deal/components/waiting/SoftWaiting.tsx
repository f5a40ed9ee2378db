import type { Commitment } from '#contract/book/commitments.ts'
import { exactRate } from '#domain/loans/credit/note-rate.ts'
import {
  availablePercent,
  formatCents,
  formatExactRate,
  formatPart,
  formatShare,
  yearlyInterest,
} from '#domain/money.ts'
import { Due } from '#web/loans/components/Due.tsx'
import { useSession } from '#web/session.ts'
import { Button } from '#web/ui/Button.tsx'
import { WaitingCard } from './WaitingCard.tsx'

interface SoftWaitingProps {
  commitment: Commitment
  isMain: boolean
  onMakeBinding: () => void
}

/** A soft share whose loan is due soon. A viewer can't make it binding. */
export function SoftWaiting({ commitment, isMain, onMakeBinding }: SoftWaitingProps) {
  const { loan, percentage, amount, can } = commitment
  const { role } = useSession()
  const rate = exactRate(loan)
  return (
    <WaitingCard
      kind="Soft Share"
      loan={loan}
      headline={`${role === 'viewer' ? "Your firm's" : 'Your'} soft ${formatPart(percentage, amount)}`}
      deadline={<Due loan={loan} as="decision" />}
      acts={
        can.includes('makeBinding') && (
          <Button
            variant={isMain ? 'primary' : 'outline'}
            aria-label={`Make Binding: ${formatShare(percentage)} of ${loan.title}`}
            className="max-sm:w-full"
            onClick={onMakeBinding}
          >
            Make Binding
          </Button>
        )
      }
    >
      <p>{formatShare(availablePercent(loan.committedPercentage))} of the loan is left</p>
      <p>
        {formatCents(yearlyInterest([{ amount, rate }]))} a year at {formatExactRate(rate)}, gross
      </p>
    </WaitingCard>
  )
}
