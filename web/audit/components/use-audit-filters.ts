import { useLocation, useSearch } from 'wouter'
import {
  noAuditFilters,
  printAuditFilters,
  readAuditFilters,
  type AuditFilters,
} from './url-filters.ts'

/** The filters are stored only in the URL, so links and the back button work. `replace` adds no history entry. */
export function useAuditFilters() {
  const [pathname, navigate] = useLocation()
  const filters = readAuditFilters(useSearch())

  function change(part: Partial<AuditFilters>, { replace = false } = {}) {
    // Read the current URL, since another change may have happened after this render.
    const query = printAuditFilters({ ...readAuditFilters(window.location.search), ...part })
    navigate(query ? `${pathname}?${query}` : pathname, { replace })
  }

  return { filters, change, clear: () => change(noAuditFilters) }
}
