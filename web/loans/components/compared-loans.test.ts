import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { comparisonPath, readComparedIds, selectionPath } from './compared-loans.ts'

const ids = Array.from({ length: 5 }, () => randomUUID())

test("stores the compared loans' ids in the URL and restores them from it", () => {
  const query = new URL(comparisonPath(ids.slice(0, 4), 'search=ids%3D'), 'http://desk')
    .searchParams
  expect(readComparedIds(query.get('ids'))).toEqual(ids.slice(0, 4))
})

test('links back from the comparison to the previous list and keeps the loans selected', () => {
  expect(selectionPath([], '')).toBe('/loans')
  expect(selectionPath(['a', 'b'], '')).toBe('/loans?compare=a,b')
  expect(selectionPath([], 'sort=-rate')).toBe('/loans?sort=-rate')
  expect(selectionPath(['a'], 'search=pier&view=grid')).toBe(
    '/loans?search=pier&view=grid&compare=a',
  )
})

test('compares each loan once, compares at most four loans, and ignores invalid ids', () => {
  const [one = '', two = ''] = ids
  expect(readComparedIds(`${one},${one.toUpperCase()},x,,${two}`)).toEqual([one, two])
  expect(readComparedIds(ids.join(','))).toEqual(ids.slice(0, 4))
  expect(readComparedIds(`${one} ${two}`)).toEqual([])
  expect(readComparedIds(null)).toEqual([])
})
