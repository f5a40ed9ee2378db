import { useLocation, useSearch } from 'wouter'
import { printAdminState, readAdminState, type AdminState } from './admin-state.ts'

/**
 * The open tab and search, stored only in the address: a link carries them, and the back button
 * undoes a change. `replace` adds no history entry.
 */
export function useAdminState() {
  const [pathname, navigate] = useLocation()
  const state = readAdminState(useSearch())

  function change(part: Partial<AdminState>, { replace = false } = {}) {
    // Read the current address: another change may have happened since this was rendered.
    const before = readAdminState(window.location.search)
    const query = printAdminState({ ...before, ...part })
    // Radix fires on mousedown and again on focus; without this check, going back would take two steps.
    if (query === printAdminState(before)) return
    navigate(query ? `${pathname}?${query}` : pathname, { replace })
  }

  return { state, change }
}
