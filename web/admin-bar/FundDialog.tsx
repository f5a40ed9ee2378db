import type { Loan } from '#contract/loans/shapes.ts'
import { earliestFunding, refusalOfFundingDay } from '#domain/loans/funding.ts'
import { FundingDialog } from '#web/loans/components/manage-loans/FundingDialog.tsx'
import { describeMaturity } from '#web/loans/components/describe-maturity.ts'
import { toLocalDay } from '#web/time/timestamps.ts'
import { Field } from '#web/ui/fields/Field.tsx'
import { Input } from '#web/ui/fields/Input.tsx'
import { useState } from 'react'

export interface FundDialogProps {
  loan: Loan
  busy: boolean
  onConfirm: (fundedOn: string) => void
  onClose: () => void
}

/**
 * Confirms funding and asks for the funding date. The default is the previous funding date or, if there is none, today.
 */
export function FundDialog({ loan, busy, onConfirm, onClose }: FundDialogProps) {
  const [now] = useState(() => new Date())
  const today = toLocalDay(now)
  const [day, setDay] = useState(loan.fundedOn ?? today)
  const refusal = day ? refusalOfFundingDay(day, now) : 'Choose today or an earlier day'
  return (
    <FundingDialog
      loanId={loan.id}
      confirmLabel="Set Status"
      busy={busy}
      disabled={refusal !== null}
      onConfirm={() => onConfirm(day)}
      onClose={onClose}
    >
      <Field
        label="Funded On"
        hint={refusal ? `${refusal}.` : describeMaturity(day, loan.term)}
        className="mt-4"
      >
        <Input
          type="date"
          min={earliestFunding}
          max={today}
          value={day}
          readOnly={busy}
          onChange={({ target }) => setDay(target.value)}
        />
      </Field>
    </FundingDialog>
  )
}
