import { useLocation, useSearch } from 'wouter'
import { isMailState, type MailFilter } from './mail-pages.ts'

/** Which emails are shown: `?state=failed`. Stored only in the address, so that a link carries it. */
export function useMailFilter() {
  const [pathname, navigate] = useLocation()
  const filter = readFilter(useSearch())

  function choose(next: string) {
    // Radix fires on mousedown and again on focus; without this check, going back would take two steps.
    if (next === readFilter(window.location.search)) return
    navigate(next ? `${pathname}?state=${next}` : pathname)
  }

  return { filter, choose }
}

function readFilter(query: string): MailFilter {
  const state = new URLSearchParams(query).get('state')
  return state && isMailState(state) ? state : ''
}
