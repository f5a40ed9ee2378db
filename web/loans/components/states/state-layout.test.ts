import { stateName } from '#domain/loans/property/places.ts'
import { expect, it } from 'vitest'
import { neighborOf, placedStates } from './state-layout.ts'

const all = placedStates.map(({ code }) => code)

it('the state map contains each of the 50 states and the District of Columbia exactly once', () => {
  expect(new Set(all).size).toBe(51)
  expect(all).toHaveLength(51)
  for (const code of all) expect(stateName(code), code).not.toBe(code)
  const places = placedStates.map(({ column, row }) => `${column}/${row}`)
  expect(new Set(places).size).toBe(51)
})

it.each([
  ['CO', 'ArrowLeft', 'UT'],
  ['CO', 'ArrowRight', 'NE'],
  ['CO', 'ArrowUp', 'WY'],
  ['CO', 'ArrowDown', 'NM'],
  ['ME', 'ArrowLeft', 'VT'],
  ['HI', 'ArrowLeft', null],
  ['CO', 'Enter', null],
])('moves from %s with %s to %s on the state map', (from, key, to) => {
  expect(neighborOf(from, key, all)).toBe(to)
})

it("reaches every state with the arrow keys, even if only some states' tiles can be focused", () => {
  const keys = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown']
  for (const some of [all, ['AK', 'FL', 'TX', 'ME', 'CO'], ['RI', 'NY']]) {
    const reached = new Set([some[0] as string])
    for (const from of reached)
      for (const key of keys) {
        const next = neighborOf(from, key, some)
        if (next) reached.add(next)
      }
    expect([...reached].toSorted()).toEqual(some.toSorted())
  }
})
