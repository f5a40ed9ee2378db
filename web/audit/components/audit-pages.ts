import { endpointPages, endpointQuery } from '#web/api/client.ts'
import { endOfDay, startOfDay } from './local-days.ts'
import type { AuditFilters } from './url-filters.ts'

/** Asks even where the browser takes itself to be offline: a failure has words, and waiting has none. */
const atOnce = { networkMode: 'always', refetchOnMount: 'always' } as const

/** How far the trail is sealed; whoever comes here wants to know how it stands now. */
export const sealQuery = { ...endpointQuery('getAuditState'), ...atOnce }

/** The entries for which all that is given holds, page by page, newest first. */
export const auditPagesQuery = (filters: AuditFilters) => ({
  ...endpointPages('listAudit', { ...givenOf(filters), limit: '50' }),
  ...atOnce,
})

/** The filters as calls take them: with the moments between which the days lie. */
export function givenOf(filters: AuditFilters) {
  const { from, to } = filters
  const given = { ...filters, from: from && startOfDay(from), to: to && endOfDay(to) }
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value))
}
