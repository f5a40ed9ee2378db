import { useLocation, useSearch } from 'wouter'
import { printBrowseState, readBrowseState, type BrowseState } from './url-filters.ts'

/**
 * The filters and the view, stored only in the address: a link carries them, and the back button
 * undoes a change. `replace` adds no history entry.
 */
export function useBrowseState() {
  const [pathname, navigate] = useLocation()
  const state = readBrowseState(useSearch())

  function change(part: Partial<BrowseState>, { replace = false } = {}) {
    // Read the current address: another change may have happened since this was rendered.
    const before = readBrowseState(window.location.search)
    const query = printBrowseState({ ...before, ...part })
    // Radix fires on mousedown and again on focus; without this check, going back would take two steps.
    if (query === printBrowseState(before)) return
    navigate(query ? `${pathname}?${query}` : pathname, { replace })
  }

  return { state, change }
}
