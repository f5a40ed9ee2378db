import { endpointPages, endpointQuery } from '#web/api.ts'
import type { AuditFilters } from './url-filters.ts'

/** The entries for which all that is given holds, page by page, newest first. */
export const auditPagesQuery = (filters: AuditFilters) =>
  endpointPages('listAudit', {
    ...Object.fromEntries(Object.entries(filters).filter(([, value]) => value)),
    limit: '50',
  })

/** All that the page shows. */
export const trailQueries = [endpointQuery('listAudit'), endpointQuery('getAuditState')]
