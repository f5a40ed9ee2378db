import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { ApiError, errorMessage } from '#web/api/client.ts'
import { showFieldErrors } from '#web/forms/form.ts'

/** Shows a refusal beside its fields or, if it names none, above the form's button. */
export function showRefusal<Values extends FieldValues>(
  error: unknown,
  form: Pick<UseFormReturn<Values>, 'getValues' | 'setError'>,
) {
  showFieldErrors(error, form)
  const isNamed =
    error instanceof ApiError && Object.keys(error.fields).some((name) => name in form.getValues())
  if (!isNamed) form.setError('root', { message: errorMessage(error, 'Please try again.') })
}
