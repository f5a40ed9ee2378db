import { softLimitReason } from '#domain/book/commitments.ts'
import { loanCan } from '#domain/loans/statuses.ts'
import {
  compareFigures,
  formatCents,
  formatPart,
  formatShare,
  percentNumber,
  subtractPercent,
  sumPercent,
  zeroPercent,
} from '#domain/money.ts'
import { call } from '#web/api/client.ts'
import {
  describeEffect,
  describeHoldAfter,
  describeInterest,
  describeNewAmount,
} from '#web/book/components/commit/describe-effect.ts'
import { LoanFacts } from '#web/book/components/commit/LoanFacts.tsx'
import { Effect, MoneyDialog } from '#web/book/components/commit/MoneyDialog.tsx'
import { PendingTerms } from '#web/book/components/commit/PendingTerms.tsx'
import { withReceipt } from '#web/book/components/receipts/ReceiptLink.tsx'
import { ShareChoice } from '#web/book/components/commit/ShareChoice.tsx'
import { sharesOf, useOwnHoldings } from '#web/book/components/holdings/use-own-holdings.ts'
import { useShareChoice } from '#web/book/components/commit/use-share-choice.ts'
import { commitObstacle } from '#web/loans/components/loan-availability.ts'
import type { ActionDialogProps } from './ActionDialog.tsx'
import { useCommitmentMutation } from './use-commitment-mutation.ts'
import { useTermsQuestion } from './use-waiting.ts'

export function ChangeShareDialog({ commitment, onClose }: ActionDialogProps) {
  const { id, amount, percentage, can, loan } = commitment
  const { held } = useOwnHoldings(loan.id)
  const shares = sharesOf(held)
  const otherShares = { ...shares, soft: subtractPercent(shares.soft, percentage) }
  const others = sumPercent([otherShares.binding, otherShares.soft])
  const choice = useShareChoice(loan, {
    initial: percentNumber(percentage),
    others: held ? others : zeroPercent,
  })
  const { available, share, percentage: next } = choice
  const question = useTermsQuestion(loan)
  const change = useCommitmentMutation({
    run: () => call('changeCommitment', { params: { id }, body: { percentage: `${share}` } }),
    done: (changed) => ({
      title: 'Share changed',
      description: withReceipt(
        `${formatPart(changed.percentage, changed.amount)} of ${loan.title}, soft.`,
        changed.receiptId,
      ),
    }),
    onDone: onClose,
  })
  const newAmount = describeNewAmount(question, percentage)
  const unchanged = `${newAmount ? `${formatShare(percentage)}: ${formatCents(amount)} → ${newAmount} ` : ''}Enter another percentage or amount.`
  // A deadline that has passed stops new and larger shares only.
  const isLowered = compareFigures(next, percentage) < 0
  const isFull = available === 0 && can.includes('change')
  const obstacle =
    (isFull ? fullyCommitted : null) ??
    (isLowered && loanCan('commit', loan.status) ? null : commitObstacle(loan)) ??
    choice.unsettled ??
    (share === 0 ? 'Choose at least 1%, or withdraw the indication.' : null) ??
    (next === percentage ? unchanged : null) ??
    softLimitReason(null, shares.soft, subtractPercent(next, percentage)) ??
    (isLowered ? null : choice.beyondLimits)

  return (
    <MoneyDialog
      title="Change Share"
      description={loan.title}
      notice={
        <>
          {obstacle ? (
            <Effect lines={4}>{obstacle}</Effect>
          ) : (
            <Effect
              lead={describeEffect({ isSoft: true, amount: choice.amount, percentage: next })}
              lines={4}
            >
              {describeNewAmount(question, next)} You can still change or withdraw it.{' '}
              {held && describeHoldAfter(otherShares, { isSoft: true, percentage: next })}
              <p className="mt-1">
                {describeInterest(loan, question, { percentage: next, amount: choice.amount })}
              </p>
            </Effect>
          )}
          {change.words && (
            <p role="alert" className="font-medium text-destructive">
              {change.words}
            </p>
          )}
        </>
      }
      confirmLabel="Change Share"
      busy={change.isPending}
      disabled={obstacle !== null}
      onConfirm={change.mutate}
      onClose={onClose}
    >
      <fieldset disabled={change.isPending} className="grid gap-3">
        <legend className="sr-only">Your share</legend>
        <LoanFacts {...{ loan, available, question }} />
        <PendingTerms {...{ loan, question }} inDialog onLeave={onClose} />
        <p className="text-muted-foreground">
          Current indication: {formatPart(percentage, amount)}.
          {loan.isTermsPending === 'true' && ' It follows the new terms.'}
        </p>
        <ShareChoice choice={choice} busy={change.isPending} isSoft />
      </fieldset>
    </MoneyDialog>
  )
}

/** Shown if no share is available. Even a smaller soft share must fit the available share. */
const fullyCommitted =
  'This loan is fully committed. Withdraw your indication, or keep it in case a share is released.'
