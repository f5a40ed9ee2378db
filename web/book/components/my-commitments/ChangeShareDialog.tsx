import { clampShare, softLimitReason } from '#domain/book/commitments.ts'
import {
  formatCents,
  formatShare,
  percentNumber,
  shareAmount,
  subtractPercent,
  wholePercent,
} from '#domain/money.ts'
import { call } from '#web/api/client.ts'
import { availableShare } from '#web/loans/components/loan-availability.ts'
import { useOwnSoftShare } from '#web/book/components/use-own-soft-share.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Input } from '#web/ui/Input.tsx'
import { Slider } from '#web/ui/Slider.tsx'
import { useState } from 'react'
import type { ActionDialogProps } from './ActionDialog.tsx'
import { useCommitmentMutation } from './use-commitment-mutation.ts'

/** Changes the share of a soft commitment, up to what is not binding. */
export function ChangeShareDialog({ commitment, onClose }: ActionDialogProps) {
  const { id, amount, percentage, loan } = commitment
  const available = availableShare(loan)
  const [typed, setTyped] = useState(() => `${clampShare(percentNumber(percentage), available)}`)
  const share = clampShare(Number(typed), available)
  const next = wholePercent(share)
  const nextAmount = shareAmount(loan.amount, next)
  const change = useCommitmentMutation({
    run: () => call('changeCommitment', { params: { id }, body: { percentage: `${share}` } }),
    done: (changed) => ({
      title: 'Share changed',
      description: `${formatShare(changed.percentage)}, ${formatCents(changed.amount)}, soft`,
    }),
    onClose,
  })
  const softHeld = useOwnSoftShare(loan.id)
  const beyondLimit = softLimitReason(null, softHeld, subtractPercent(next, percentage))
  const mayChange = share > 0 && next !== percentage && !beyondLimit

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Change share"
      description={loan.title}
      busy={change.isPending}
      onSubmit={(event) => {
        event.preventDefault()
        if (mayChange) change.mutate()
      }}
      footer={
        <>
          <Button variant="outline" disabled={change.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" busy={change.isPending} disabled={!mayChange}>
            Change Share
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <p className="text-muted-foreground">
          You indicate {formatCents(amount)} ({formatShare(percentage)}) now. Available: {available}
          %.
        </p>
        <Field label="Percentage">
          <Input
            type="number"
            inputMode="numeric"
            min={0}
            max={available}
            step={1}
            value={typed}
            onChange={({ target }) =>
              // An emptied field stays empty, so that another number can be typed.
              setTyped(target.value === '' ? '' : `${clampShare(Number(target.value), available)}`)
            }
          />
        </Field>
        <Slider
          aria-label="Percentage"
          valueText={`${share} percent`}
          max={available}
          value={share}
          onValueChange={(value) => setTyped(`${value}`)}
        />
        <p
          aria-live="polite"
          className="rounded-lg bg-secondary px-3 py-2.5 text-secondary-foreground"
        >
          {beyondLimit ?? (
            <>
              <strong className="font-semibold">
                You indicate {formatCents(nextAmount)}, not binding.
              </strong>{' '}
              You can still change or withdraw it.
            </>
          )}
        </p>
        {change.words && (
          <p role="alert" className="font-medium text-destructive">
            {change.words}
          </p>
        )}
      </div>
    </Dialog>
  )
}
