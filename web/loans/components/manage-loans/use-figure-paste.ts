import { typedDollars } from '#domain/parse-typed-money.ts'
import type { ClipboardEvent } from 'react'
import type { LoanForm, LoanFormInput } from './loan-form-values.ts'

/**
 * Parses pasted amounts such as "$1,250,000" and "1.5m", and rejects other text with a message. Number inputs accept
 * no separators.
 */
export function useFigurePaste(
  form: LoanForm,
  name: keyof LoanFormInput,
  { readOnly }: { readOnly: boolean | undefined },
) {
  function onPaste(event: ClipboardEvent<HTMLInputElement>) {
    const text = event.clipboardData.getData('text')
    const figure = typedDollars(text)
    // The browser inserts partial figures such as ".50" correctly, but would keep some digits of "1.250.000,00".
    const isLeft = figure === null && !Number.isNaN(Number(text))
    if (readOnly || figure === text || isLeft) return
    event.preventDefault()
    if (figure === null)
      form.setError(name, { type: 'paste', message: 'Paste an amount, like 1,250,000.00.' })
    else {
      form.setValue(name, figure, { shouldDirty: true })
      onInput()
    }
  }
  /** The rejected text isn't in the field, so clear its error on the next input. */
  function onInput() {
    if (form.getFieldState(name).error?.type === 'paste') form.clearErrors(name)
  }
  return { onPaste, onInput }
}
