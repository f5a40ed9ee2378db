import { useSyncExternalStore } from 'react'

/** Returns whether a media query, or an object with the same interface, currently matches. */
export function useMatches(query: EventTarget & { readonly matches: boolean }): boolean {
  return useSyncExternalStore(
    (notify) => {
      query.addEventListener('change', notify)
      return () => query.removeEventListener('change', notify)
    },
    () => query.matches,
  )
}

// Matches `md` in the styles. In rem, so that it scales with the browser's font size (768 px by default).
const phone = window.matchMedia('(width < 48rem)')

/** Returns whether the window is as narrow as a phone. In that case, sheets replace content next to the page. */
export const usePhone = () => useMatches(phone)
