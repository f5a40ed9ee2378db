import { useSyncExternalStore } from 'react'

/** Whether a media query, or an object with the same interface, currently matches. */
export function useMatches(query: EventTarget & { readonly matches: boolean }): boolean {
  return useSyncExternalStore(
    (notify) => {
      query.addEventListener('change', notify)
      return () => query.removeEventListener('change', notify)
    },
    () => query.matches,
  )
}

// Matches `md` in the styles; in rem, so that it scales with the browser's font size (768 px by default).
const phone = window.matchMedia('(width < 48rem)')

/** Whether the window has a phone's width, where sheets replace content beside the page. */
export const usePhone = () => useMatches(phone)
