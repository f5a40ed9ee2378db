import { useLocation, useSearch } from 'wouter'
import { printAdminState, readAdminState, type AdminState } from './admin-state.ts'

/**
 * Which tab is open and what is searched for, which live in the address alone: a link carries
 * them, and the back button undoes a change. `replace` leaves no step behind to go back to.
 */
export function useAdminState() {
  const [pathname, navigate] = useLocation()
  const state = readAdminState(useSearch())

  function change(part: Partial<AdminState>, { replace = false } = {}) {
    // What the address says now, which another step may have changed since this was drawn.
    const before = readAdminState(window.location.search)
    const query = printAdminState({ ...before, ...part })
    // A click on a tab tells twice, by the press and by the focus: going back must not take two.
    if (query === printAdminState(before)) return
    navigate(query ? `${pathname}?${query}` : pathname, { replace })
  }

  return { state, change }
}
