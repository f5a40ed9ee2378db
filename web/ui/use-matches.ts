import { useSyncExternalStore } from 'react'

/** Whether a query of the window's size, or what changes like one, matches now. */
export function useMatches(query: EventTarget & { readonly matches: boolean }): boolean {
  return useSyncExternalStore(
    (notify) => {
      query.addEventListener('change', notify)
      return () => query.removeEventListener('change', notify)
    },
    () => query.matches,
  )
}

// Like `md` in the styles, which grows with the browser's text: 768 px at its usual size.
const phone = window.matchMedia('(width < 48rem)')

/** Whether the window is as narrow as a phone's, where sheets take the place of what stands beside the page. */
export const usePhone = () => useMatches(phone)
