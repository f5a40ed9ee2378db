import { spec } from '#test/support/requirements.ts'
import { expect, test } from 'vitest'
import { objectPath } from './object-path.ts'

test('fetches a storage path below /objects', () => {
  spec('2.10.6')
  expect(objectPath('loans/1/memo.pdf')).toBe('/objects/loans/1/memo.pdf')
  expect(objectPath('/loans/1/memo.pdf')).toBe('/objects/loans/1/memo.pdf')
})

test("doesn't repeat the prefix of a path", () => {
  spec('2.10.6')
  expect(objectPath('/objects/loans/1/memo.pdf')).toBe('/objects/loans/1/memo.pdf')
})

test('returns no path for a record without a file', () => {
  spec('2.10.7')
  expect(objectPath('')).toBeNull()
  expect(objectPath('#')).toBeNull()
  expect(objectPath(null)).toBeNull()
})

test('keeps any other address on this site', () => {
  expect(objectPath('javascript:alert(1)')).toBe('/objects/javascript:alert(1)')
  expect(objectPath('//elsewhere.example/x')).toBe('/objects/elsewhere.example/x')
})
