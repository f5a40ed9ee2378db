/** What ties a form to the contract: its schemas before a call, the server's words after it. */
import type { FieldValues, Path, Resolver, UseFormReturn } from 'react-hook-form'
import type { ZodMiniType } from 'zod/mini'
import { ApiError } from './api.ts'

/**
 * Checks a form with a schema of the contract, which is loaded in its own time: it isn't needed
 * before somebody presses the button.
 */
export function lazyResolver<Values extends FieldValues>(
  loadSchema: () => Promise<ZodMiniType<Values, Values>>,
): Resolver<Values> {
  const load = () =>
    Promise.all([import('@hookform/resolvers/standard-schema'), loadSchema()]).catch(() => null)
  return async (values, context, options) => {
    const loaded = await load()
    // Without the schema the server checks alone, and says the same.
    if (!loaded) return { values, errors: {} }
    const [{ standardSchemaResolver }, schema] = loaded
    return standardSchemaResolver(schema)(values, context, options)
  }
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
