import { useKeptInput } from '#web/forms/kept-input.ts'
import { UnsavedChanges } from '#web/ui/overlays/UnsavedChanges.tsx'
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'

/**
 * Keeps unsaved form input if the user leaves the page before or during a save. The form renders `offer`, and calls
 * `save` after saving.
 */
export function useKeptFields<Values extends FieldValues>(
  name: string,
  {
    getValues,
    reset,
    setFocus,
    setValue,
    formState,
  }: Pick<UseFormReturn<Values>, 'getValues' | 'reset' | 'setFocus' | 'setValue' | 'formState'>,
) {
  const { defaultValues } = formState
  function readTyped() {
    const saved = new Map<string, unknown>(Object.entries(defaultValues ?? {}))
    return Object.entries(getValues()).filter(([field, value]) => value !== saved.get(field))
  }
  const kept = useKeptInput(name, () => orNull(readTyped()))
  function type(input: [string, Values[string]][]) {
    for (const [field, value] of input)
      setValue(field as Path<Values>, value, { shouldDirty: true })
  }
  /** Moves focus to a field, because the pressed button disappears when an offer is restored or discarded. */
  function answer([first] = Object.keys(getValues())) {
    kept.answer()
    if (first !== undefined) setFocus(first as Path<Values>)
  }
  function restore() {
    const restored = kept.offer?.input ?? []
    type(restored)
    answer(restored.map(([field]) => field))
  }
  /** Shows the saved values, except in fields that were edited after `sent` was read from the form. */
  function save(sent: Values, saved: Values) {
    const typed = Object.entries(getValues()).filter(([field, value]) => value !== sent[field])
    // The fields are reset to the saved values so that the fields that were sent no longer count as edited.
    reset(saved, { keepDirtyValues: false, keepFieldsRef: true })
    type(typed)
    kept.save(orNull(typed))
  }
  return {
    save,
    /** Call after a save that closes the form. */
    finish: () => kept.finish(),
    /** Returns true if a field now differs from its saved value, even if it didn't at the last render. */
    isTyped: (field: string) => readTyped().some(([typed]) => typed === field),
    offer: kept.offer && (
      <UnsavedChanges at={kept.offer.at} onRestore={restore} onDiscard={() => answer()} />
    ),
  }
}

const orNull = <Item,>(items: Item[]) => (items.length > 0 ? items : null)
