import { exactRate } from '#domain/loans/credit/note-rate.ts'
import { formatTerm } from '#domain/loans/statuses.ts'
import { formatExactRate } from '#domain/money.ts'
import { useAttempts } from '#web/forms/attempts.ts'
import { call } from '#web/api/client.ts'
import { describeEffect } from '#web/book/components/commit/describe-effect.ts'
import { PositionAfter } from '#web/book/components/commit/PositionAfter.tsx'
import type { Made } from '#web/book/components/receipts/made-receipt.tsx'
import { loadingHoldings, useOwnHoldings } from '#web/book/components/holdings/use-own-holdings.ts'
import { shortageOf } from '#web/book/components/holdings/soft-lines.ts'
import { shownRates, sinceOpened } from '#web/book/components/commit/shown-terms.ts'
import { company } from '#web/company/company.ts'
import { commitObstacle } from '#web/loans/components/loan-availability.ts'
import { ConfirmDialog } from '#web/ui/overlays/ConfirmDialog.tsx'
import { useState } from 'react'
import type { ActionDialogProps } from './ActionDialog.tsx'
import { useCommitmentMutation } from './use-commitment-mutation.ts'

export interface MakeBindingDialogProps extends Omit<ActionDialogProps, 'onDone'> {
  onDone: (made: Made) => void
}

export function MakeBindingDialog({ commitment, onClose, onDone }: MakeBindingDialogProps) {
  const { id, amount, percentage, loan } = commitment
  const own = useOwnHoldings(loan.id)
  const [openedWith] = useState(loan)
  const changes = sinceOpened(openedWith, loan)
  const { send } = useAttempts()
  const makeBinding = useCommitmentMutation({
    // The displayed terms are sent so that the server rejects the request if they have changed.
    run: () => {
      const body = { ...shownRates(loan), amount, term: loan.term }
      return send(body, (headers) =>
        call('makeCommitmentBinding', { params: { id }, body, headers }),
      )
    },
    // No toast is needed, because the receipt shows the amount.
    onDone,
  })
  // While the request is pending, new data might already include its effect, which must not be reported as an obstacle.
  const obstacle = makeBinding.isPending
    ? null
    : (commitObstacle(loan) ??
      shortageOf(commitment, loan) ??
      (own.isLoading ? loadingHoldings : null))
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Make Commitment Binding"
      text={
        <>
          <strong className="font-semibold text-foreground">
            {describeEffect({ isSoft: false, amount, percentage })}
          </strong>{' '}
          This makes your indication in {loan.title} binding, at {formatExactRate(exactRate(loan))}{' '}
          for {formatTerm(loan.term)}. You can't change or withdraw it; only {company.name} can
          release you.
          <span aria-live="polite" className="block text-foreground not-empty:mt-2">
            {changes.map((change) => `${change} `)}
            {obstacle}
          </span>
        </>
      }
      confirmLabel="Make Binding"
      disabled={obstacle !== null}
      busy={makeBinding.isPending}
      error={makeBinding.words}
      onConfirm={makeBinding.mutate}
    >
      <PositionAfter
        loan={loan}
        firmed={{ share: percentage, amount }}
        isPending={makeBinding.isPending}
      />
    </ConfirmDialog>
  )
}
