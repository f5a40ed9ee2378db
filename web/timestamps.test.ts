import { expect, test } from 'vitest'
import { formatDate, formatTimestamp } from './timestamps.ts'

const local = (...parts: [number, number, number, number, number]) =>
  new Date(...parts).toISOString()

test('a timestamp has no comma before the hour and a plain space before PM', () => {
  expect(formatTimestamp(local(2025, 0, 5, 15, 4))).toBe('Jan 5, 2025 3:04 PM')
})

test('midnight and noon are twelve', () => {
  expect(formatTimestamp(local(2025, 11, 31, 0, 0))).toBe('Dec 31, 2025 12:00 AM')
  expect(formatTimestamp(local(2025, 11, 31, 12, 30))).toBe('Dec 31, 2025 12:30 PM')
})

test('a date leaves the hour out', () => {
  expect(formatDate(local(2025, 0, 5, 23, 59))).toBe('Jan 5, 2025')
})
