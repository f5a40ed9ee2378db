import { expect, test } from 'vitest'
import { endOfDay, startOfDay } from './audit-pages.ts'

// These tests use the machine's time zone. The browser tests cover days of 23 and 25 hours in New York.

test('starts a day in the audit trail at midnight local time', () => {
  expect(startOfDay('2026-11-21')).toBe(new Date(2026, 10, 21).toISOString())
  expect(endOfDay('2026-11-21')).toBe(new Date(2026, 10, 22).toISOString())
})

test('ends a day in the audit trail when the next day starts, even at the end of a month or year', () => {
  for (const [day, next] of [
    ['2026-01-31', '2026-02-01'],
    ['2026-02-28', '2026-03-01'],
    ['2028-02-28', '2028-02-29'],
    ['2026-12-31', '2027-01-01'],
  ] as const)
    expect(endOfDay(day), day).toBe(startOfDay(next))
})

test('assigns the first and last millisecond of a day in the audit trail to that day', () => {
  const isOn = (time: number) => new Date(time).toLocaleDateString('sv-SE')
  for (let number = 1; number <= 730; number += 1) {
    const day = isOn(new Date(2026, 0, number, 12).getTime())
    const [start, end] = [Date.parse(startOfDay(day)), Date.parse(endOfDay(day))]
    expect([isOn(start - 1) < day, isOn(start), isOn(end - 1), isOn(end) > day]).toEqual([
      true,
      day,
      day,
      true,
    ])
  }
})
