import { useSyncExternalStore } from 'react'

/** Returns true while a media query, or an object with the same interface, matches. */
export function useMatches(query: EventTarget & { readonly matches: boolean }): boolean {
  return useSyncExternalStore(
    (notify) => {
      query.addEventListener('change', notify)
      return () => query.removeEventListener('change', notify)
    },
    () => query.matches,
  )
}

// Matches `md` in the styles. The unit is rem so that it scales with the browser's font size (768 px by default).
const phone = window.matchMedia('(width < 48rem)')

/** Returns true if the window is as narrow as a phone. Sheets then replace content next to the page. */
export const usePhone = () => useMatches(phone)
