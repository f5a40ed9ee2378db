import { expect, test } from 'vitest'
import { describeTimeLeft } from './describe-time-left.ts'

const now = new Date('2026-12-05T21:00:00Z')

test.each([
  // In New York it is still December 12.
  ['2026-12-13T04:00:00.000Z', '7 days left'],
  ['2026-12-06T22:00:00.000Z', '1 day left'],
  ['2026-12-05T22:00:00.000Z', 'today'],
  ['2026-12-05T20:00:00.000Z', 'passed today'],
  ['2026-12-03T22:00:00.000Z', '2 days ago'],
  ['2026-12-19', '14 days left'],
  ['2026-12-05', 'today'],
  ['2026-12-04', '1 day ago'],
])('describes %s as "%s"', (when, text) => {
  expect(describeTimeLeft(when, now, 'America/New_York')).toBe(text)
})
