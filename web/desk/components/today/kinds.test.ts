import { describe, expect, it } from 'vitest'
import { describeRest, firstRows, type Kind } from './kinds.ts'

const kind = (name: string, count: number, listed = Math.min(count, 5)): Kind => ({
  name,
  count,
  isCut: count === 100,
  rows: Array.from({ length: listed }, (_, place) => ({
    key: `${name}${place}`,
    what: name,
    where: '',
    act: null,
  })),
})

const keys = (kinds: Kind[]) => firstRows(kinds, 3).map(({ key }) => key)

describe('the first items in the Today list', () => {
  it('shows each type of item in the Today list once before showing any type twice', () => {
    expect(keys([kind('a', 9), kind('b', 0), kind('c', 1)])).toEqual(['a0', 'c0', 'a1'])
    expect(keys([kind('a', 1), kind('b', 1), kind('c', 1), kind('d', 1)])).toEqual([
      'a0',
      'b0',
      'c0',
    ])
    expect(keys([])).toEqual([])
  })

  it('puts rows with a deadline first, the soonest at the top', () => {
    const due = (name: string, day: number): Kind => ({
      ...kind(name, 1),
      rows: kind(name, 1).rows.map((row) => ({ ...row, dueAt: `2027-05-1${day}T21:00:00.000Z` })),
    })
    expect(keys([kind('a', 2), due('b', 4), due('c', 2)])).toEqual(['c0', 'b0', 'a0'])
    // No row without a deadline comes before one that has a deadline.
    const three = [kind('a', 2), due('b', 4), due('c', 2), due('d', 3)]
    expect(keys(three)).toEqual(['c0', 'd0', 'b0'])
    const six = [kind('a', 2), ...[1, 2, 3, 4, 5].map((day) => due(`d${day}`, day))]
    expect(firstRows(six, 6).map(({ key }) => key)).toEqual([
      ...['d10', 'd20', 'd30', 'd40', 'a0', 'd50'],
    ])
  })
})

it.each([
  [kind('a', 5), null],
  [kind('a', 12), 'and 7 more'],
  [kind('a', 12, 12), null],
  [kind('a', 100), 'and at least 95 more'],
  [kind('a', 100, 100), 'and possibly more'],
])("counts the items that aren't shown in the Today list", (given, words) => {
  expect(describeRest(given)).toBe(words)
})
