import { endpointPages, endpointQuery } from '#web/api/client.ts'
import { endOfDay, startOfDay } from './local-days.ts'
import { hidesSignIns, type AuditFilters } from './url-filters.ts'

/** Fetch even if the browser reports being offline: a failure shows a message, a paused query does not. */
const atOnce = { networkMode: 'always', refetchOnMount: 'always' } as const

export const sealQuery = { ...endpointQuery('getAuditState'), ...atOnce }

export const auditPagesQuery = (filters: AuditFilters) => ({
  ...endpointPages('listAudit', { ...toAuditQuery(filters), limit: '50' }),
  ...atOnce,
})

export function toAuditQuery(filters: AuditFilters) {
  const { from, to } = filters
  const given = {
    ...filters,
    from: from && startOfDay(from),
    to: to && endOfDay(to),
    signIns: hidesSignIns(filters) && 'hidden',
  }
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value))
}
