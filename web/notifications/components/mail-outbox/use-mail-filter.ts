import { useLocation, useSearch } from 'wouter'
import { isMailState, type MailFilter } from './mail-pages.ts'

/** Which mails are shown: `?state=failed`. It lives in the address alone, so that a link carries it. */
export function useMailFilter() {
  const [pathname, navigate] = useLocation()
  const filter = readFilter(useSearch())

  function choose(next: string) {
    // A click on a tab tells twice, by the press and by the focus: going back must not take two.
    if (next === readFilter(window.location.search)) return
    navigate(next ? `${pathname}?state=${next}` : pathname)
  }

  return { filter, choose }
}

function readFilter(query: string): MailFilter {
  const state = new URLSearchParams(query).get('state')
  return state && isMailState(state) ? state : ''
}
