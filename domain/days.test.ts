import { expect, test, it } from 'vitest'
import { formatDay, isDay, isFutureDay, isMoment, plainDay } from './days.ts'

test('accepts only valid calendar dates, such as 2026-02-28', () => {
  for (const text of ['2026-01-31', '2024-02-29', '0001-01-01', '9999-12-31'])
    expect(isDay(text), text).toBe(true)
  for (const text of ['2026-02-31', '2025-02-29', '2026-13-01', '2026-00-10', '0000-01-01'])
    expect(isDay(text), text).toBe(false)
  for (const text of ['', 'today', '2026-1-1', '2026-01-31T00:00:00Z', ' 2026-01-31'])
    expect(isDay(text), text).toBe(false)
})

test('accepts only UTC timestamps with a valid date and time', () => {
  for (const text of ['2026-01-31T09:30:00Z', '2024-02-29T23:59:59.999999Z'])
    expect(isMoment(text), text).toBe(true)
  for (const text of ['2025-02-29T00:00:00Z', '2026-01-31T24:00:00Z', '2026-01-31T23:59:60Z'])
    expect(isMoment(text), text).toBe(false)
  for (const text of ['2026-01-31', '2026-01-31T09:30:00', '2026-01-31T09:30:00+01:00'])
    expect(isMoment(text), text).toBe(false)
})

test('treats a date as a future date until it has begun in at least one time zone', () => {
  const evening = new Date('2026-01-31T09:59:59Z')
  expect(isFutureDay('2026-01-31', evening)).toBe(false)
  expect(isFutureDay('2026-02-01', evening)).toBe(true)
  // At 10:00 UTC, it is already midnight of the next day in the Line Islands.
  expect(isFutureDay('2026-02-01', new Date('2026-01-31T10:00:00Z'))).toBe(false)
})

test('formats a date the same way in every time zone', () => {
  expect(formatDay('2026-01-05')).toBe('Jan 5, 2026')
})

it.each([
  ['2026-03-31', '2026-03-31'],
  ['2026-3-1', '2026-03-01'],
  ['2026-03-31T00:00:00.000Z', '2026-03-31'],
  ['2026-03-31 00:00:00', '2026-03-31'],
  ['3/31/2026', '2026-03-31'],
  ['03/01/2026', '2026-03-01'],
  [' Mar 31, 2026 ', '2026-03-31'],
  ['Sept. 1, 2026', '2026-09-01'],
  ['MARCH 31 2026', '2026-03-31'],
  ['2/29/2024', '2024-02-29'],
])('parses %s as the date %s', (text, day) => {
  expect(plainDay(text)).toBe(day)
})

it.each([
  '',
  'soon',
  '46112',
  '31/3/2026',
  '3/31/26',
  '2/29/2025',
  '2026-02-30',
  '2026-03-31T09:30:00Z',
  'Mai 31, 2026',
  'Mart 31, 2026',
  'Mar 31',
])("doesn't parse %s as a date", (text) => {
  expect(plainDay(text)).toBeNull()
})
