import { expect, it } from 'vitest'
import { median, ratioOf } from './measure.ts'
import { isMet } from './report.ts'
import { queries, screenCalls, screenRows } from './screen-calls.ts'

it.each([
  [[3, 1, 2], 2],
  [[4, 1, 3, 2], 2.5],
  [[], Number.NaN],
])('returns the median of %j', (figures, middle) => {
  expect(median(figures)).toBe(middle)
})

it('returns the median, lowest, and highest ratios of paired measurements', () => {
  expect(ratioOf([2, 9, 4], [1, 3, 4])).toEqual({ median: 2, low: 1, high: 3 })
})

it('reports whether a median meets the required limit', () => {
  const row = { promise: '', measured: '', beside: '', judged: { median: 2, low: 1, high: 9 } }
  expect([{ atMost: 2 }, { atLeast: 2 }].map((must) => isMet({ ...row, must }))).toEqual([
    true,
    true,
  ])
  expect([{ atMost: 1 }, { atLeast: 3 }].map((must) => isMet({ ...row, must }))).toEqual([
    false,
    false,
  ])
})

it('sends a valid query with each request that takes query parameters', () => {
  const rows = new Map(screenRows)
  const queried = screenRows.filter(([, row]) => row.query).map(([name]) => name)
  expect(Object.keys(queries).toSorted()).toEqual(queried.toSorted())
  for (const { name, query } of screenCalls()) {
    const sent = Object.fromEntries(new URLSearchParams(query))
    expect(rows.get(name)?.query?.safeParse(sent).success ?? true, `${name}?${query}`).toBe(true)
  }
})
