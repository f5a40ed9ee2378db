import { useKeptInput } from '#web/forms/kept-input.ts'
import { UnsavedChanges } from '#web/ui/overlays/UnsavedChanges.tsx'
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'

/**
 * Keeps what was typed into a form of a page that is left before it is saved, or while it is being saved. The form
 * shows `offer`, and calls `save` once it is saved.
 */
export function useKeptFields<Values extends FieldValues>(
  name: string,
  { getValues, reset, setFocus, setValue, formState }: UseFormReturn<Values>,
) {
  const { defaultValues } = formState
  function readTyped() {
    const saved = new Map<string, unknown>(Object.entries(defaultValues ?? {}))
    return Object.entries(getValues()).filter(([field, value]) => value !== saved.get(field))
  }
  const kept = useKeptInput(name, () => orNull(readTyped()))
  function type(input: [string, Values[string]][]) {
    for (const [field, value] of input)
      // The names are fields of the form: they were read from it.
      setValue(field as Path<Values>, value, { shouldDirty: true })
  }
  /** The button that was pressed goes away with the offer: the focus moves to a field. */
  function answer([first] = Object.keys(getValues())) {
    kept.answer()
    if (first !== undefined) setFocus(first as Path<Values>)
  }
  function restore() {
    const restored = kept.offer?.input ?? []
    type(restored)
    answer(restored.map(([field]) => field))
  }
  /** Shows what is saved, but for fields that were typed into after `sent` was read from the form. */
  function save(sent: Values, saved: Values) {
    const typed = Object.entries(getValues()).filter(([field, value]) => value !== sent[field])
    // What was sent is saved now, so that it doesn't count as typed any longer.
    reset(saved, { keepDirtyValues: false, keepFieldsRef: true })
    type(typed)
    kept.save(orNull(typed))
  }
  return {
    save,
    /** Whether a field has another value than what is saved, now: it may have been typed into since the last render. */
    isTyped: (field: string) => readTyped().some(([typed]) => typed === field),
    offer: kept.offer && (
      <UnsavedChanges at={kept.offer.at} onRestore={restore} onDiscard={() => answer()} />
    ),
  }
}

const orNull = <Item,>(items: Item[]) => (items.length > 0 ? items : null)
