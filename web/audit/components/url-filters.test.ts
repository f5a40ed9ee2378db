import { expect, test } from 'vitest'
import {
  endsBeforeItBegins,
  hidesSignIns,
  isNarrowed,
  noAuditFilters,
  printAuditFilters,
  readAuditFilters,
} from './url-filters.ts'

test('stores the audit filters in the URL and restores them from it', () => {
  const filters = {
    kind: 'commitmentMade',
    person: 'Ünal & Söhne',
    loan: '100% + Pier',
    from: '2026-01-01',
    to: '2026-01-31',
    signIns: 'shown',
  } as const
  expect(readAuditFilters(printAuditFilters(filters))).toEqual(filters)
})

test('returns an empty query if no audit filter is set', () => {
  expect(printAuditFilters(noAuditFilters)).toBe('')
  expect(readAuditFilters('')).toEqual(noAuditFilters)
})

test('ignores invalid types and dates in audit filters', () => {
  for (const query of [
    'kind=nosuch',
    'kind=constructor',
    'from=yesterday',
    'to=2026-1-1',
    'from=2026-02-31',
    'from=0050-01-01',
    'to=9999-12-31',
    'to=2026-01-31T09:30:00.000Z',
    'signIns=maybe',
  ])
    expect(readAuditFilters(query)).toEqual(noAuditFilters)
})

test('truncates the text in an audit filter to the length that the server accepts', () => {
  expect(readAuditFilters(`person=${'p'.repeat(500)}`).person).toHaveLength(200)
})

test('ignores a reversed date range in the audit filters', () => {
  const ends = (from: string, to: string) => endsBeforeItBegins({ ...noAuditFilters, from, to })
  expect(ends('2026-02-01', '2026-01-31')).toBe(true)
  expect(ends('2026-01-31', '2026-01-31')).toBe(false)
  expect(ends('2026-02-01', '')).toBe(false)
  expect(ends('', '2026-01-31')).toBe(false)
})

test('hides sign-ins from the audit trail unless they are requested or an event type is selected', () => {
  expect(hidesSignIns(noAuditFilters)).toBe(true)
  expect(hidesSignIns({ ...noAuditFilters, person: 'Lena' })).toBe(true)
  expect(hidesSignIns({ ...noAuditFilters, signIns: 'shown' })).toBe(false)
  expect(hidesSignIns({ ...noAuditFilters, kind: 'signedIn' })).toBe(false)
})

test('offers to clear audit filters only if a filter narrows the list', () => {
  expect(isNarrowed(noAuditFilters)).toBe(false)
  expect(isNarrowed({ ...noAuditFilters, signIns: 'shown' })).toBe(false)
  expect(isNarrowed({ ...noAuditFilters, loan: 'Pier' })).toBe(true)
})
