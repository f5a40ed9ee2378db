import { auditKindNames, type AuditKind } from '#domain/audit/kinds.ts'
import { isDay } from '#domain/days.ts'
import { textLimits } from '#domain/texts.ts'

/**
 * The filters in the URL, such as `?kind=signedIn&person=lena&from=2026-01-31`. An empty string means that no filter is
 * set.
 */
export interface AuditFilters {
  kind: AuditKind | ''
  person: string
  loan: string
  /** The first and last day, in the browser's time zone. */
  from: string
  to: string
  /** `shown` if sign-ins are listed. By default, they are hidden unless an event type is selected. */
  signIns: 'shown' | ''
}

/** The first and last day that the filter accepts. They limit years to four digits. */
export const [firstDay, lastDay] = ['2000-01-01', '2999-12-31']

export const noAuditFilters: AuditFilters = {
  kind: '',
  person: '',
  loan: '',
  from: '',
  to: '',
  signIns: '',
}

export const hidesSignIns = ({ kind, signIns }: AuditFilters) => kind === '' && signIns === ''

/** Returns true if a filter is active. Showing sign-ins doesn't count as a filter, because it adds entries. */
export const isNarrowed = ({ kind, person, loan, from, to }: AuditFilters) =>
  [kind, person, loan, from, to].some((value) => value !== '')

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
    signIns: given.get('signIns') === 'shown' ? 'shown' : '',
  }
}

export const toKind = (text: string): AuditKind | '' =>
  // Only own properties count, because every object inherits `constructor`.
  Object.hasOwn(auditKindNames, text) ? (text as AuditKind) : ''

export const endsBeforeItBegins = ({ from, to }: AuditFilters) =>
  from !== '' && to !== '' && from > to

/** Returns the query string without the question mark. It is empty if no filter is set. */
export const printAuditFilters = (filters: AuditFilters): string =>
  new URLSearchParams(Object.entries(filters).filter(([, value]) => value)).toString()
