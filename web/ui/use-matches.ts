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

let phone: MediaQueryList | undefined

/**
 * `md` in the styles, in rem so that it scales with the browser's font size. Unit tests import this file without a
 * window.
 */
const phoneQuery = () => (phone ??= window.matchMedia('(width < 48rem)'))

function followPhone(notify: () => void) {
  const query = phoneQuery()
  query.addEventListener('change', notify)
  return () => query.removeEventListener('change', notify)
}

/** Returns true if the window is as narrow as a phone. Sheets then replace content next to the page. */
export const usePhone = () =>
  useSyncExternalStore(
    followPhone,
    () => phoneQuery().matches,
    () => false,
  )
