import { loanFieldName } from '#domain/loans/field-texts.ts'
import type { LoanField } from '#domain/loans/fields.ts'
import { useId } from 'react'
import type { LoanChanges } from './loan-form-values.ts'

// The ref callback is stable, because a new function on each render would take focus on every keystroke.
const takeFocus = (element: HTMLElement | null) => element?.focus()

/**
 * Warns that the loan changed after the form opened. Takes focus so that the user reads the warning before saving
 * again.
 */
export function ChangedMeanwhile({ changes }: { changes: LoanChanges }) {
  const titleId = useId()
  const names = (Object.keys(changes) as LoanField[]).map(loanFieldName)
  return (
    <div
      ref={takeFocus}
      tabIndex={-1}
      role="group"
      aria-labelledby={titleId}
      className="mb-4 grid gap-1 rounded-lg bg-warning-soft px-3 py-2.5 text-pretty text-warning"
    >
      <p id={titleId} className="font-semibold">
        This loan changed while you were editing
      </p>
      <p>
        {names.length > 0 && `Changed: ${new Intl.ListFormat('en').format(names)}. `}
        Your edits are kept, and nothing is saved yet. The other fields show the newer values.
        Review them, then save again.
      </p>
    </div>
  )
}
