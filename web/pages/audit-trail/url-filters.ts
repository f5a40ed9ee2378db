import { auditKindNames, type AuditKind } from '#domain/audit.ts'
import { textLimits } from '#domain/texts.ts'

/** What the address of the page says: `?kind=signedIn&person=lena&from=2026-01-31`. Empty is no filter. */
export interface AuditFilters {
  kind: AuditKind | ''
  person: string
  loan: string
  /** The first and the last day, in UTC. */
  from: string
  to: string
}

export const noAuditFilters: AuditFilters = { kind: '', person: '', loan: '', from: '', to: '' }

/** Reads the query of an address; what it does not know counts as not given. */
export function readAuditFilters(query: string): AuditFilters {
  const given = new URLSearchParams(query)
  const text = (name: string) => (given.get(name) ?? '').slice(0, textLimits.search)
  const day = (name: string) => {
    const value = given.get(name) ?? ''
    return /^\d{4}-\d\d-\d\d$/.test(value) ? value : ''
  }
  return {
    kind: toKind(given.get('kind') ?? ''),
    person: text('person'),
    loan: text('loan'),
    from: day('from'),
    to: day('to'),
  }
}

/** A chosen or given text as a kind; empty when it is none. */
export const toKind = (text: string): AuditKind | '' =>
  // Its own property alone: every object has a `constructor`.
  Object.hasOwn(auditKindNames, text) ? (text as AuditKind) : ''

/** The query of the address, without its question mark; empty without filters. */
export const printAuditFilters = (filters: AuditFilters): string =>
  new URLSearchParams(Object.entries(filters).filter(([, value]) => value)).toString()
