import { expect, test, it } from 'vitest'
import {
  endOfBusinessIn,
  formatDay,
  formatMoment,
  formatShortDay,
  formatShortMoment,
  isDay,
  isFutureDay,
  isMoment,
  plainDay,
  plainMoment,
} from './days.ts'

test('accepts only valid calendar dates, such as 2026-02-28', () => {
  for (const text of ['2026-01-31', '2024-02-29', '0001-01-01', '9999-12-31'])
    expect(isDay(text), text).toBe(true)
  for (const text of ['2026-02-31', '2025-02-29', '2026-13-01', '2026-00-10', '0000-01-01'])
    expect(isDay(text), text).toBe(false)
  for (const text of ['', 'today', '2026-1-1', '2026-01-31T00:00:00Z', ' 2026-01-31'])
    expect(isDay(text), text).toBe(false)
})

test('leaves the year and the time zone out of a time for a narrow line', () => {
  const moments = ['2026-12-05T22:00:00Z', '2026-06-05T04:30:00.000Z']
  expect(moments.map((moment) => formatShortMoment(moment, 'America/New_York'))).toEqual([
    'Dec 5, 5:00 PM',
    'Jun 5, 12:30 AM',
  ])
})

test('accepts only UTC timestamps with a valid date and time', () => {
  for (const text of ['2026-01-31T09:30:00Z', '2024-02-29T23:59:59.999999Z'])
    expect(isMoment(text), text).toBe(true)
  for (const text of ['2025-02-29T00:00:00Z', '2026-01-31T24:00:00Z', '2026-01-31T23:59:60Z'])
    expect(isMoment(text), text).toBe(false)
  for (const text of ['2026-01-31', '2026-01-31T09:30:00', '2026-01-31T09:30:00+01:00'])
    expect(isMoment(text), text).toBe(false)
})

test('treats a date as in the future until it has begun in at least one time zone', () => {
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
  // In New York, it is still Tuesday evening.
  [3, '2026-12-02T02:00:00.000Z', '2026-12-04T22:00:00.000Z'],
  [4, '2026-12-02T02:00:00.000Z', '2026-12-07T22:00:00.000Z'],
  [5, '2026-12-02T02:00:00.000Z', '2026-12-07T22:00:00.000Z'],
  [3, '2026-10-30T16:00:00.000Z', '2026-11-02T22:00:00.000Z'],
])('finds the end of business %i days after %s, not on a weekend', (days, now, moment) => {
  expect(endOfBusinessIn(days, new Date(now))).toBe(moment)
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

test("includes the time zone's name in a formatted time", () => {
  const at = '2026-12-05T22:00:00.000Z'
  expect(formatMoment(at, 'America/New_York')).toBe('Dec 5, 2026, 5:00 PM EST')
  expect(formatMoment('2026-07-05T21:00:00Z', 'America/New_York')).toBe('Jul 5, 2026, 5:00 PM EDT')
  expect(formatMoment(at, 'Pacific/Auckland')).toBe('Dec 6, 2026, 11:00 AM GMT+13')
  expect(formatMoment(at, 'UTC')).toBe('Dec 5, 2026, 10:00 PM UTC')
  expect(formatShortDay('2026-12-05')).toBe('Dec 5')
})

it.each([
  ['2026-12-05 17:00', '2026-12-05T22:00:00.000Z'],
  ['2026-12-05T17:00:00', '2026-12-05T22:00:00.000Z'],
  ['12/5/2026 5:00 PM', '2026-12-05T22:00:00.000Z'],
  ['12/5/2026, 5:00pm', '2026-12-05T22:00:00.000Z'],
  ['Dec 5, 2026 5:00 p.m.', '2026-12-05T22:00:00.000Z'],
  ['Dec 5, 2026 at 12:00 AM', '2026-12-05T05:00:00.000Z'],
  ['7/5/2026 12:30 PM', '2026-07-05T16:30:00.000Z'],
  ['2026-12-05', '2026-12-05T22:00:00.000Z'],
  ['7/5/2026', '2026-07-05T21:00:00.000Z'],
])('parses %s in New York as the UTC time %s', (text, moment) => {
  expect(plainMoment(text)).toBe(moment)
})

it.each([
  '',
  'soon',
  '17:00',
  '2026-12-05 24:00',
  '2026-12-05 17:60',
  '12/5/2026 13:00 PM',
  '12/5/2026 0:00 AM',
  '2026-02-30 17:00',
  '2026-12-05 17:00:30',
  '2026-12-05T00:00:00.000Z',
  '2026-12-05T17:00-05:00',
])("doesn't parse %j as a date and time", (text) => {
  expect(plainMoment(text)).toBeNull()
})
