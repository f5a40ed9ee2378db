/**
 * Connects forms to the contract: validation against schemas before a call, and error messages from the server after
 * it.
 */
import type { FieldValues, Path, Resolver, ResolverOptions, UseFormReturn } from 'react-hook-form'
import type { ZodMiniType } from 'zod/mini'
import { ApiError, errorMessage } from '#web/api/client.ts'
import { toast } from '#web/ui/overlays/toast.ts'

/**
 * Validates a form against a schema from the contract. The schema is loaded on the first submit so that the main bundle
 * doesn't contain it. The form submits the schema's output.
 */
export function lazyResolver<Values extends FieldValues, Read extends FieldValues>(
  loadSchema: () => Promise<ZodMiniType<Read, Values>>,
): Resolver<Values, unknown, Read> {
  const load = () =>
    Promise.all([import('@hookform/resolvers/standard-schema'), loadSchema()]).catch(() => null)
  return async (values, context, options) => {
    const loaded = await load()
    const typed = withUnreadable(values, options)
    // If the schema fails to load, the raw values are submitted, because the server runs the same validation.
    if (!loaded) return { values: typed as unknown as Read, errors: {} }
    const [{ standardSchemaResolver }, schema] = loaded
    return standardSchemaResolver(schema)(typed, context, options)
  }
}

/**
 * A number input with invalid text has an empty value and would count as blank. The value is replaced with a
 * non-numeric string so that validation fails.
 */
function withUnreadable<Values extends FieldValues>(
  values: Values,
  { fields, names = [] }: ResolverOptions<Values>,
): Values {
  const read: FieldValues = { ...values }
  for (const name of names) {
    const control = (fields as FieldValues)[name]?.ref
    if (control instanceof HTMLInputElement && control.validity.badInput) read[name] = 'unreadable'
  }
  return read as Values
}

/** Shows the server's messages next to the fields, and focuses the first of these fields. */
export function showFieldErrors<Values extends FieldValues>(
  error: unknown,
  { getValues, setError }: Pick<UseFormReturn<Values>, 'getValues' | 'setError'>,
) {
  if (!(error instanceof ApiError)) return
  const named = Object.entries(error.fields).filter(([name]) => name in getValues())
  for (const [index, [name, message]] of named.entries()) {
    setError(name as Path<Values>, { type: 'server', message }, { shouldFocus: index === 0 })
  }
}

export function showFailure<Values extends FieldValues>(
  error: unknown,
  form: Pick<UseFormReturn<Values>, 'getValues' | 'setError'>,
  title: string,
) {
  showFieldErrors(error, form)
  const description = errorMessage(error, 'Please try again.')
  toast({ title, description, variant: 'destructive' })
}
