import { expect, it } from 'vitest'
import { daysSince, formatAge } from './age.ts'

it('shows an age in whole days', () => {
  const now = Date.parse('2026-03-10T12:00:00Z')
  expect(formatAge('2026-03-09T12:00:01Z', now)).toBe('today')
  expect(formatAge('2026-03-09T12:00:00Z', now)).toBe('1 day ago')
  expect(formatAge('2026-02-08T11:00:00Z', now)).toBe('30 days ago')
  // The server's clock may be ahead.
  expect(daysSince('2026-03-11T12:00:00Z', now)).toBe(0)
})
