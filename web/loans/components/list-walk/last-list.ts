import { paths } from '#web/addresses/paths.ts'

/**
 * Returns the history entry and query of the last list that this tab showed before the current page. Null if there is
 * no such list, or if the browser lacks the Navigation API.
 */
export function lastList() {
  if (!('navigation' in window)) return null
  const { currentEntry } = window.navigation
  for (const { index, key, url } of window.navigation.entries().toReversed()) {
    if (!url || !currentEntry || index >= currentEntry.index) continue
    const { pathname, search } = new URL(url)
    if (pathname === paths.loans()) return { key, search, address: pathname + search }
  }
  return null
}
