import { describeLtvGap, proposedLtv } from '#domain/loans/capital.ts'
import { formatRate, parseMoney, parsePercent } from '#domain/money.ts'
import { Button } from '#web/ui/Button.tsx'
import type { FieldControl } from '#web/ui/fields/Field.tsx'
import { cloneElement, type ReactElement, type ReactNode } from 'react'
import { useWatch } from 'react-hook-form'
import type { LoanForm } from './loan-form-values.ts'

function useTypedFigures(control: LoanForm['control']) {
  const [amount, asIs, asComplete, ltv] = useWatch({
    control,
    name: ['amount', 'asIsValue', 'asCompleteValue', 'ltv'],
  })
  return {
    amount: parseMoney(amount ?? ''),
    asIsValue: parseMoney(asIs ?? ''),
    asCompleteValue: parseMoney(asComplete ?? ''),
    ltv: parsePercent(ltv ?? ''),
    isEmpty: !ltv,
  }
}

/** Warns if the typed LTV differs by more than one percentage point from the LTV calculated from the as-is value. */
export function useLtvNote(control: LoanForm['control']): ReactNode {
  const { amount, isEmpty, ...figures } = useTypedFigures(control)
  const gap = amount && !isEmpty ? describeLtvGap({ ...figures, amount }) : null
  if (!gap) return undefined
  return gap.isInDoubt ? <span className="font-medium text-warning">{gap.text}</span> : gap.text
}

interface LtvChoiceProps extends Partial<FieldControl> {
  form: Pick<LoanForm, 'control' | 'setValue' | 'setFocus'>
  children: ReactElement<Partial<FieldControl>>
}

export function LtvChoice({ form, children, ...control }: LtvChoiceProps) {
  const typed = useTypedFigures(form.control)
  const proposed = proposedLtv(typed)
  const isOffered = proposed !== null && proposed !== typed.ltv
  return (
    <div className="flex gap-2">
      {cloneElement(children, control)}
      {isOffered && (
        <Button
          variant="outline"
          className="shrink-0"
          aria-label={`Use an LTV of ${formatRate(proposed)}, the amount on the as-is value`}
          onClick={() => {
            form.setValue('ltv', proposed, { shouldDirty: true, shouldValidate: false })
            form.setFocus('ltv')
          }}
        >
          Use {formatRate(proposed)}
        </Button>
      )}
    </div>
  )
}
