import type { Loan } from '#contract/loans/shapes.ts'
import { clampShare } from '#domain/book/commitments.ts'
import { formatCents, shareAmount, wholePercent } from '#domain/money.ts'
import { Field } from '#web/ui/Field.tsx'
import { Input } from '#web/ui/Input.tsx'
import { Slider } from '#web/ui/Slider.tsx'
import { availableShare, takesCommitments } from '#web/loans/components/loan-availability.ts'

export interface ShareChoiceProps {
  loan: Loan
  /** Whole percent as chosen; null while the field is empty. */
  chosen: number | null
  onChoose: (share: number | null) => void
  busy: boolean
}

/** How much of a loan: a number input and a slider, with the amount in money. */
export function ShareChoice({ loan, chosen, onChoose, busy }: ShareChoiceProps) {
  const available = availableShare(loan)
  const share = clampShare(chosen ?? 0, available)
  const amount = formatCents(shareAmount(loan.amount, wholePercent(share)))
  return (
    <>
      <div className="grid gap-2">
        <Field
          label="Commitment Percentage (%)"
          hint={shareHint(loan, chosen ?? 0, share, available)}
          className="max-md:[&_input]:w-full md:[&_input]:w-28"
        >
          <Input
            type="number"
            inputMode="numeric"
            min={0}
            max={available}
            step={1}
            value={chosen === null ? '' : share}
            onChange={({ target }) =>
              onChoose(target.value === '' ? null : clampShare(Number(target.value), available))
            }
          />
        </Field>
        <Slider
          aria-label="Commitment percentage"
          value={share}
          onValueChange={onChoose}
          max={available}
          disabled={busy || available === 0}
          valueText={`${share} percent, ${amount}`}
        />
      </div>
      <div>
        <p className="text-muted-foreground">Commitment Amount</p>
        <output className="block text-figure font-semibold tracking-tight">{amount}</output>
      </div>
    </>
  )
}

function shareHint(loan: Loan, chosen: number, share: number, available: number): string {
  if (!takesCommitments(loan)) return 'This loan takes no more commitments.'
  if (chosen > available) return `Only ${available}% is left now; your ${chosen}% became ${share}%.`
  return `A whole number from 1 to ${available}.`
}
