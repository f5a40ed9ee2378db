import { useLocation, useSearch } from 'wouter'
import {
  noAuditFilters,
  printAuditFilters,
  readAuditFilters,
  type AuditFilters,
} from './url-filters.ts'

/**
 * The filters, which live in the address alone: a link carries them, and the back button undoes a
 * change. `replace` leaves no step behind to go back to.
 */
export function useAuditFilters() {
  const [pathname, navigate] = useLocation()
  const filters = readAuditFilters(useSearch())

  function change(part: Partial<AuditFilters>, { replace = false } = {}) {
    // What the address says now, which another step may have changed since this was drawn.
    const query = printAuditFilters({ ...readAuditFilters(window.location.search), ...part })
    navigate(query ? `${pathname}?${query}` : pathname, { replace })
  }

  return { filters, change, clear: () => change(noAuditFilters) }
}
