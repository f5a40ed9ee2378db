import { auditKindNames, type AuditKind } from '#domain/audit/kinds.ts'
import { isDay } from '#domain/days.ts'
import { textLimits } from '#domain/texts.ts'

/** The filters in the page's address: `?kind=signedIn&person=lena&from=2026-01-31`. Empty is no filter. */
export interface AuditFilters {
  kind: AuditKind | ''
  person: string
  loan: string
  /** The first and last day, in the reader's time zone. */
  from: string
  to: string
  /** Sign-ins are hidden unless they are asked for, or an event is chosen. */
  signIns: 'shown' | ''
}

/** The range of days: years have four digits, and it is far wider than any trail. */
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

/** Whether there is anything to clear: showing sign-ins narrows nothing down. */
export const isNarrowed = ({ kind, person, loan, from, to }: AuditFilters) =>
  [kind, person, loan, from, to].some((value) => value !== '')

/** Parses the address's query; unknown values count as not given. */
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

/** A chosen or given text as a kind; empty when it is not one. */
export const toKind = (text: string): AuditKind | '' =>
  // Only own properties: every object inherits `constructor`.
  Object.hasOwn(auditKindNames, text) ? (text as AuditKind) : ''

/** No entry can match: the last day is before the first. */
export const endsBeforeItBegins = ({ from, to }: AuditFilters) =>
  from !== '' && to !== '' && from > to

/** The address's query, without the question mark; empty without filters. */
export const printAuditFilters = (filters: AuditFilters): string =>
  new URLSearchParams(Object.entries(filters).filter(([, value]) => value)).toString()
