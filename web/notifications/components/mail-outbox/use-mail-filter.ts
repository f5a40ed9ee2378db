import { useLocation, useSearch } from 'wouter'
import { isMailState, type MailFilter } from './mail-pages.ts'

/** The filter is stored only in the URL (`?state=failed`), so that links work. */
export function useMailFilter() {
  const [pathname, navigate] = useLocation()
  const filter = readFilter(useSearch())

  function choose(next: string) {
    // Radix fires on mousedown and again on focus. Without this check the second call would add a history entry.
    if (next === readFilter(window.location.search)) return
    navigate(next ? `${pathname}?state=${next}` : pathname)
  }

  return { filter, choose }
}

function readFilter(query: string): MailFilter {
  const state = new URLSearchParams(query).get('state')
  return state && isMailState(state) ? state : ''
}
