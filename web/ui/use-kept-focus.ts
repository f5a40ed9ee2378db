import { useRef } from 'react'

/**
 * Whoever acts on a row loses the focus with it, or with its button. Then the title of the list takes it, which
 * needs `tabIndex={-1}`, unless something else has.
 */
export function useKeptFocus() {
  const title = useRef<HTMLHeadingElement>(null)
  const keepFocus = () => document.activeElement === document.body && title.current?.focus()
  return { title, keepFocus }
}
