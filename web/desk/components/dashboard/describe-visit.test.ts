import { expect, it } from 'vitest'
import { describeSince } from './describe-visit.ts'

const now = new Date(2026, 10, 27, 12, 0)

it.each([
  [new Date(2026, 10, 26, 23, 59), 'Since yesterday'],
  [new Date(2026, 10, 24, 9, 0), 'Since Tuesday'],
  [new Date(2026, 10, 21, 0, 0), 'Since Saturday'],
  [new Date(2026, 10, 20, 23, 59), 'Since Nov 20, 2026'],
  [new Date(2026, 10, 27, 9, 40), 'Since earlier today'],
])('describes the time since a visit at %s', (then, text) => {
  expect(describeSince(then.toISOString(), now)).toBe(text)
})
