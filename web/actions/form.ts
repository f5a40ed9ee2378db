/** What ties a form to the contract: its schemas before a call, the server's words after it. */
import type { FieldValues, Path, Resolver, ResolverOptions, UseFormReturn } from 'react-hook-form'
import type { ZodMiniType } from 'zod/mini'
import { ApiError } from '#web/api/client.ts'

/**
 * Checks a form with a schema of the contract, which is loaded in its own time: it isn't needed
 * before somebody presses the button. What the form sends is what the schema read.
 */
export function lazyResolver<Values extends FieldValues, Read extends FieldValues>(
  loadSchema: () => Promise<ZodMiniType<Read, Values>>,
): Resolver<Values, unknown, Read> {
  const load = () =>
    Promise.all([import('@hookform/resolvers/standard-schema'), loadSchema()]).catch(() => null)
  return async (values, context, options) => {
    const loaded = await load()
    const typed = withUnreadable(values, options)
    // Without the schema the server checks alone, and says the same of the form as it was typed.
    if (!loaded) return { values: typed as unknown as Read, errors: {} }
    const [{ standardSchemaResolver }, schema] = loaded
    return standardSchemaResolver(schema)(typed, context, options)
  }
}

/**
 * A number field that holds something else has no value to the browser, and would pass for one that
 * was left empty: a text that is no number takes its place, so that the field is refused.
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

/** Puts what the server says about fields at these fields; the first one gets the focus. */
export function showFieldErrors<Values extends FieldValues>(
  error: unknown,
  { getValues, setError }: Pick<UseFormReturn<Values>, 'getValues' | 'setError'>,
) {
  if (!(error instanceof ApiError)) return
  const named = Object.entries(error.fields).filter(([name]) => name in getValues())
  for (const [index, [name, message]] of named.entries()) {
    // The name is one of the form's own: it was looked up among its values.
    setError(name as Path<Values>, { type: 'server', message }, { shouldFocus: index === 0 })
  }
}
