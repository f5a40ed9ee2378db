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
import { describeEffect } from '#web/book/components/commit/describe-effect.ts'
import { Effect, MoneyDialog } from '#web/book/components/commit/MoneyDialog.tsx'
import { withReceipt } from '#web/book/components/receipts/ReceiptLink.tsx'
import { ShareChoice } from '#web/book/components/commit/ShareChoice.tsx'
import { sharesOf, useOwnHoldings } from '#web/book/components/holdings/use-own-holdings.ts'
import { useShareChoice } from '#web/book/components/commit/use-share-choice.ts'
import { availableAmount, commitObstacle } from '#web/loans/components/loan-availability.ts'
import type { ActionDialogProps } from './ActionDialog.tsx'
import { useCommitmentMutation } from './use-commitment-mutation.ts'

export function ChangeShareDialog({ commitment, onClose }: ActionDialogProps) {
  const { id, amount, percentage, can, loan } = commitment
  const { held } = useOwnHoldings(loan.id)
  const shares = sharesOf(held)
  const others = subtractPercent(sumPercent([shares.binding, shares.soft]), percentage)
  const choice = useShareChoice(loan, {
    initial: percentNumber(percentage),
    others: held ? others : zeroPercent,
  })
  const { available, share, percentage: next } = choice
  const change = useCommitmentMutation({
    run: () => call('changeCommitment', { params: { id }, body: { percentage: `${share}` } }),
    done: (changed) => ({
      title: 'Share changed',
      description: withReceipt(
        `${formatShare(changed.percentage)}, ${formatCents(changed.amount)}, soft.`,
        changed.receiptId,
      ),
    }),
    onDone: onClose,
  })
  // A deadline that has passed stops new and larger shares only.
  const isLowered = compareFigures(next, percentage) < 0
  const isFull = available === 0 && can.includes('change')
  const obstacle =
    (isFull ? fullyCommitted : null) ??
    (isLowered && loanCan('commit', loan.status) ? null : commitObstacle(loan)) ??
    choice.unsettled ??
    (share === 0 ? 'Choose at least 1%, or withdraw the indication.' : null) ??
    (next === percentage ? 'Choose another share to change it.' : null) ??
    softLimitReason(null, shares.soft, subtractPercent(next, percentage)) ??
    (isLowered ? null : choice.beyondLimits)

  return (
    <MoneyDialog
      title="Change Share"
      description={loan.title}
      notice={
        <>
          {obstacle ? (
            <Effect>{obstacle}</Effect>
          ) : (
            <Effect
              lead={describeEffect({ isSoft: true, amount: choice.amount, percentage: next })}
            >
              You can still change or withdraw it.
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
      <fieldset disabled={change.isPending} className="grid gap-4">
        <legend className="sr-only">Your share</legend>
        <p className="text-muted-foreground">
          Current indication: {formatPart(percentage, amount)}. Available: {available}% (
          {formatCents(availableAmount(loan))}).
        </p>
        <ShareChoice choice={choice} busy={change.isPending} isSoft />
      </fieldset>
    </MoneyDialog>
  )
}

/** Shown if no share is available. Even a smaller soft share must fit the available share. */
const fullyCommitted =
  'This loan is fully committed. Withdraw your indication, or keep it in case a share is released.'
