import { spec } from '#test/support/requirements.ts'
import { expect, test, it } from 'vitest'
import {
  formatDate,
  formatExactTime,
  formatTimestamp,
  zoneName,
  daysSince,
  formatAge,
} from './timestamps.ts'

const local = (...parts: [number, number, number, number, number]) =>
  new Date(...parts).toISOString()

test('formats a timestamp without a comma before the hour and with an ordinary space before PM', () => {
  spec('2.10.11')
  expect(formatTimestamp(local(2025, 0, 5, 15, 4))).toBe('Jan 5, 2025 3:04 PM')
})

test("shows midnight and noon as 12 o'clock", () => {
  expect(formatTimestamp(local(2025, 11, 31, 0, 0))).toBe('Dec 31, 2025 12:00 AM')
  expect(formatTimestamp(local(2025, 11, 31, 12, 30))).toBe('Dec 31, 2025 12:30 PM')
})

test('omits the time from a formatted date', () => {
  expect(formatDate(local(2025, 0, 5, 23, 59))).toBe('Jan 5, 2025')
})

test('shows seconds and the time zone in an exact timestamp', () => {
  const at = local(2025, 0, 5, 15, 4).replace('00.000Z', '07.891Z')
  expect(zoneName(at)).toMatch(/^[A-Z]{2,5}$|^GMT[+-]/)
  expect(formatExactTime(at)).toBe(`Jan 5, 2025 3:04:07 PM ${zoneName(at)}`)
})

it("shows a timestamp's age in calendar days", () => {
  const now = Date.parse(local(2026, 2, 10, 12, 0))
  expect(formatAge(local(2026, 2, 10, 0, 0), now)).toBe('today')
  expect(formatAge(local(2026, 2, 9, 23, 59), now)).toBe('yesterday')
  expect(formatAge(local(2026, 2, 8, 23, 59), now)).toBe('2 days ago')
  expect(formatAge(local(2026, 1, 8, 0, 0), now)).toBe('30 days ago')
  // The server's clock may be ahead of the browser's.
  expect(formatAge(local(2026, 2, 11, 0, 1), now)).toBe('today')
  expect(daysSince('2026-03-11T12:00:00Z', Date.parse('2026-03-10T12:00:00Z'))).toBe(0)
})
