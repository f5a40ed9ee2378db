/** Restores the commas that a number input drops. Otherwise, "7,25" would be read as 725. */
import { useRef, type ComponentProps, type SyntheticEvent } from 'react'

/** Inserts a comma at each of these positions, such as "7,25" for "725" and position 1. */
export const withCommas = (value: string, places: readonly number[]) =>
  value
    .split('')
    .map((digit, at) => (places.includes(at) ? `,${digit}` : digit))
    .join('') + (places.includes(value.length) ? ',' : '')

export const isGrouped = (text: string) => /^-?\d{1,3}(?:,\d{3})+(?:\.\d*)?$/.test(text)

type InputEvents = Pick<ComponentProps<'input'>, 'onBeforeInput' | 'onChange' | 'onBlur'>

/**
 * Restores the commas that Chromium silently drops from a number input, except thousands separators. The form then
 * rejects the text.
 */
export function useTypedCommas({ onChange, onBlur }: InputEvents): InputEvents {
  const typed = useRef<{ places: number[]; value: string }>({ places: [], value: '' })

  function onBeforeInput({ currentTarget, nativeEvent }: SyntheticEvent<HTMLInputElement>) {
    const { value } = currentTarget
    // The value was set elsewhere, for example by pasting an amount.
    if (value !== typed.current.value) typed.current = { places: [], value }
    const text =
      'data' in nativeEvent && typeof nativeEvent.data === 'string' ? nativeEvent.data : ''
    let before = value.length
    for (const character of text) {
      if (character === ',') typed.current.places.push(before)
      else before += 1
    }
  }

  const withTyped = <Event extends SyntheticEvent<HTMLInputElement>>(event: Event): Event => {
    const { name, value, readOnly } = event.currentTarget
    const places = typed.current.places.filter((place) => place > 0 && place <= value.length)
    typed.current = { places, value }
    const text = withCommas(value, places)
    if (text === value || isGrouped(text)) return event
    // Forms read only these properties of the target.
    return { ...event, type: event.type, target: { name, value: text, readOnly } }
  }

  return {
    onBeforeInput,
    onChange: (event) => onChange?.(withTyped(event)),
    onBlur: (event) => onBlur?.(withTyped(event)),
  }
}
