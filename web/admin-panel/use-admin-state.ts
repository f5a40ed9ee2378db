import { useLocation, useSearch } from 'wouter'
import { printAdminState, readAdminState, type AdminState } from './admin-state.ts'

/**
 * The open tab and the search are stored only in the URL so that links and the back button work. With `replace`, a
 * change doesn't add a history entry.
 */
export function useAdminState() {
  const [pathname, navigate] = useLocation()
  const state = readAdminState(useSearch())

  function change(part: Partial<AdminState>, { replace = false } = {}) {
    // The current URL is read, because it might have changed since this render.
    const before = readAdminState(window.location.search)
    const query = printAdminState({ ...before, ...part })
    // Radix calls this on mousedown and again on focus. Without this check, the second call would add a history entry.
    if (query === printAdminState(before)) return
    navigate(query ? `${pathname}?${query}` : pathname, { replace })
  }

  return { state, change }
}
