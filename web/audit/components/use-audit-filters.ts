import { useLocation, useSearch } from 'wouter'
import {
  noAuditFilters,
  printAuditFilters,
  readAuditFilters,
  type AuditFilters,
} from './url-filters.ts'

/**
 * The filters, stored only in the address: a link carries them, and the back button undoes a change.
 * `replace` adds no history entry.
 */
export function useAuditFilters() {
  const [pathname, navigate] = useLocation()
  const filters = readAuditFilters(useSearch())

  function change(part: Partial<AuditFilters>, { replace = false } = {}) {
    // Read the current address: another change may have happened since this was rendered.
    const query = printAuditFilters({ ...readAuditFilters(window.location.search), ...part })
    navigate(query ? `${pathname}?${query}` : pathname, { replace })
  }

  return { filters, change, clear: () => change(noAuditFilters) }
}
