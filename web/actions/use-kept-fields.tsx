import { useKeptInput } from '#web/kept-input.ts'
import { UnsavedChanges } from '#web/ui/UnsavedChanges.tsx'
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'

/**
 * Keeps what was typed into a form of a page that is left before it is saved. The form shows `offer`, and calls
 * `drop` once it is saved.
 */
export function useKeptFields<Values extends FieldValues>(
  name: string,
  { getValues, setValue, formState }: UseFormReturn<Values>,
) {
  const { defaultValues } = formState
  const kept = useKeptInput(name, () => {
    const saved = new Map<string, unknown>(Object.entries(defaultValues ?? {}))
    const typed = Object.entries(getValues()).filter(([field, value]) => value !== saved.get(field))
    return typed.length > 0 ? typed : null
  })
  function restore() {
    // The names are fields of the form: they were read from it.
    for (const [field, value] of kept.offer?.input ?? [])
      setValue(field as Path<Values>, value, { shouldDirty: true })
    kept.take()
  }
  return {
    drop: () => kept.drop(),
    offer: kept.offer && (
      <UnsavedChanges at={kept.offer.at} onRestore={restore} onDiscard={() => kept.drop()} />
    ),
  }
}
