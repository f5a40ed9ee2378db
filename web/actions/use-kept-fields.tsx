import { useKeptInput } from '#web/kept-input.ts'
import { UnsavedChanges } from '#web/ui/UnsavedChanges.tsx'
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'

/**
 * Keeps what was typed into a form of a page that is left before it is saved. The form shows `offer`, and calls
 * `save` once it is saved.
 */
export function useKeptFields<Values extends FieldValues>(
  name: string,
  { getValues, setFocus, setValue, formState }: UseFormReturn<Values>,
) {
  const { defaultValues } = formState
  const kept = useKeptInput(name, () => {
    const saved = new Map<string, unknown>(Object.entries(defaultValues ?? {}))
    const typed = Object.entries(getValues()).filter(([field, value]) => value !== saved.get(field))
    return typed.length > 0 ? typed : null
  })
  /** The button that was pressed goes away with the offer: the focus moves to a field. */
  function answer([first] = Object.keys(getValues())) {
    kept.answer()
    // The names are fields of the form: they were read from it.
    if (first !== undefined) setFocus(first as Path<Values>)
  }
  function restore() {
    const restored = kept.offer?.input ?? []
    for (const [field, value] of restored)
      setValue(field as Path<Values>, value, { shouldDirty: true })
    answer(restored.map(([field]) => field))
  }
  return {
    save: () => kept.save(),
    offer: kept.offer && (
      <UnsavedChanges at={kept.offer.at} onRestore={restore} onDiscard={() => answer()} />
    ),
  }
}
