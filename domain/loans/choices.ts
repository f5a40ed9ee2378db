import type { FieldEntry } from './fields.ts'

/** Keeps only lowercase letters and digits so that "Non Recourse" matches "non-recourse". */
const keyOf = (text: string) => text.toLowerCase().replaceAll(/[^a-z0-9]/g, '')

export function parseChoice(
  { choices, otherChoices = {} }: FieldEntry<'choice'>,
  text: string,
): string | null {
  const key = keyOf(text)
  const other = Object.hasOwn(otherChoices, key) ? otherChoices[key] : undefined
  return choices.find((choice) => keyOf(choice) === key) ?? other ?? null
}
