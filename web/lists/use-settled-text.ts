import { useEffect, useRef, useState } from 'react'

/**
 * What is typed into a search: it counts when typing has paused, or at once by `settle`. `text` is
 * what counts now.
 */
export function useSettledText(text: string, onSettle: (text: string) => void) {
  // Null when nothing is typed that does not count yet.
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
