import { useEffect, useRef, useState } from 'react'

/**
 * A search input whose text takes effect after a pause in typing, or immediately when `settle` is called. `text` is the
 * current value.
 */
export function useSettledText(text: string, onSettle: (text: string) => void) {
  // Null once all typed text has taken effect.
  const [draft, setDraft] = useState<string | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  function settle(typed = draft ?? text) {
    clearTimeout(timer.current)
    setDraft(null)
    if (typed !== text) onSettle(typed)
  }

  function type(typed: string) {
    clearTimeout(timer.current)
    setDraft(typed)
    timer.current = setTimeout(settle, debounceMs, typed)
  }

  return { typed: draft ?? text, type, settle }
}

const debounceMs = 300
