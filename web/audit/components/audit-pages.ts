import { endpointPages, endpointQuery } from '#web/api/client.ts'
import { hidesSignIns, type AuditFilters } from './url-filters.ts'

/**
 * These queries load even if the browser reports that it is offline. A query that fails shows an error, but a paused
 * query shows nothing.
 */
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

/**
 * The start of a day such as "2026-01-31" in the browser's time zone, as an ISO 8601 timestamp. A day on which the
 * clock changes has 23 or 25 hours.
 */
export const startOfDay = (day: string) => midnight(day, 0)

/** The start of the next day, which is the exclusive end of the range. */
export const endOfDay = (day: string) => midnight(day, 1)

function midnight(day: string, daysLater: 0 | 1): string {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  // `Date` handles clock changes. If a clock change skips midnight, the day starts later.
  return new Date(year, month - 1, date + daysLater).toISOString()
}
