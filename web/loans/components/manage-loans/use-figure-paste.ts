import { typedDollars } from '#domain/parse-typed-money.ts'
import type { ClipboardEvent } from 'react'
import type { LoanForm, LoanFormInput } from './loan-form-values.ts'

/**
 * What a number input does with an amount that is pasted as people write it: "$1,250,000" and "1.5m" are read, and
 * what is no amount is refused in words. A number input itself takes no separators.
 */
export function useFigurePaste(
  form: LoanForm,
  name: keyof LoanFormInput,
  { readOnly }: { readOnly: boolean | undefined },
) {
  function onPaste(event: ClipboardEvent<HTMLInputElement>) {
    const text = event.clipboardData.getData('text')
    const figure = typedDollars(text)
    // It takes ".50" as a part of an amount, but of "1.250.000,00" some of the digits.
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
  /** What was refused isn't in the field: its message goes with the next figure. */
  function onInput() {
    if (form.getFieldState(name).error?.type === 'paste') form.clearErrors(name)
  }
  return { onPaste, onInput }
}
