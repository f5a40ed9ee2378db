import { expect, test } from 'vitest'
import { formatDay, isDay, isFutureDay, isMoment } from './days.ts'

test('accepts only days of the calendar', () => {
  for (const text of ['2026-01-31', '2024-02-29', '0001-01-01', '9999-12-31'])
    expect(isDay(text), text).toBe(true)
  for (const text of ['2026-02-31', '2025-02-29', '2026-13-01', '2026-00-10', '0000-01-01'])
    expect(isDay(text), text).toBe(false)
  for (const text of ['', 'today', '2026-1-1', '2026-01-31T00:00:00Z', ' 2026-01-31'])
    expect(isDay(text), text).toBe(false)
})

test('accepts only UTC timestamps with a valid day and time', () => {
  for (const text of ['2026-01-31T09:30:00Z', '2024-02-29T23:59:59.999999Z'])
    expect(isMoment(text), text).toBe(true)
  for (const text of ['2025-02-29T00:00:00Z', '2026-01-31T24:00:00Z', '2026-01-31T23:59:60Z'])
    expect(isMoment(text), text).toBe(false)
  for (const text of ['2026-01-31', '2026-01-31T09:30:00', '2026-01-31T09:30:00+01:00'])
    expect(isMoment(text), text).toBe(false)
})

test('counts a day as future until it has begun in some time zone', () => {
  const evening = new Date('2026-01-31T09:59:59Z')
  expect(isFutureDay('2026-01-31', evening)).toBe(false)
  expect(isFutureDay('2026-02-01', evening)).toBe(true)
  // 10:00 UTC is midnight in the Line Islands.
  expect(isFutureDay('2026-02-01', new Date('2026-01-31T10:00:00Z'))).toBe(false)
})

test('formats a day independently of the time zone', () => {
  expect(formatDay('2026-01-05')).toBe('Jan 5, 2026')
})
