import { expect, test } from 'vitest'
import { noAuditFilters, printAuditFilters, readAuditFilters } from './url-filters.ts'

test('what is printed is read again', () => {
  const filters = {
    kind: 'commitmentMade',
    person: 'Ünal & Söhne',
    loan: '100% + Pier',
    from: '2026-01-01',
    to: '2026-01-31',
  } as const
  expect(readAuditFilters(printAuditFilters(filters))).toEqual(filters)
})

test('no filters have no query', () => {
  expect(printAuditFilters(noAuditFilters)).toBe('')
  expect(readAuditFilters('')).toEqual(noAuditFilters)
})

test('what is no kind and no day counts as not given', () => {
  for (const query of ['kind=nosuch', 'kind=constructor', 'from=yesterday', 'to=2026-1-1', 'x=1'])
    expect(readAuditFilters(query)).toEqual(noAuditFilters)
})

test('a text is cut to what the server takes', () => {
  expect(readAuditFilters(`person=${'p'.repeat(500)}`).person).toHaveLength(200)
})
