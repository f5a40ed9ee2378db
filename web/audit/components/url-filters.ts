import { auditKindNames, type AuditKind } from '#domain/audit/kinds.ts'
import { isDay } from '#domain/days.ts'
import { textLimits } from '#domain/texts.ts'

/** What the address of the page says: `?kind=signedIn&person=lena&from=2026-01-31`. Empty is no filter. */
export interface AuditFilters {
  kind: AuditKind | ''
  person: string
  loan: string
  /** The first and the last day, where the reader is. */
  from: string
  to: string
}

/** What a day can be: with years of four digits, and long before and after all that is on record. */
export const [firstDay, lastDay] = ['2000-01-01', '2999-12-31']

export const noAuditFilters: AuditFilters = { kind: '', person: '', loan: '', from: '', to: '' }

/** Reads the query of an address; what it does not know counts as not given. */
export function readAuditFilters(query: string): AuditFilters {
  const given = new URLSearchParams(query)
  const text = (name: string) => (given.get(name) ?? '').slice(0, textLimits.search)
  const day = (name: string) => {
    const value = given.get(name) ?? ''
    return isDay(value) && value >= firstDay && value <= lastDay ? value : ''
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

/** No entry can match: the days are the wrong way round. */
export const endsBeforeItBegins = ({ from, to }: AuditFilters) =>
  from !== '' && to !== '' && from > to

/** The query of the address, without its question mark; empty without filters. */
export const printAuditFilters = (filters: AuditFilters): string =>
  new URLSearchParams(Object.entries(filters).filter(([, value]) => value)).toString()
