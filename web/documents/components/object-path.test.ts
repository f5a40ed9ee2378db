import { expect, test } from 'vitest'
import { objectPath, renditionsOf } from './object-path.ts'

test('a storage path is fetched below /objects', () => {
  expect(objectPath('loans/1/memo.pdf')).toBe('/objects/loans/1/memo.pdf')
  expect(objectPath('/loans/1/memo.pdf')).toBe('/objects/loans/1/memo.pdf')
})

test('a path that has the prefix keeps it once', () => {
  expect(objectPath('/objects/loans/1/memo.pdf')).toBe('/objects/loans/1/memo.pdf')
})

test('a record without a file has no path', () => {
  expect(objectPath('')).toBeNull()
  expect(objectPath('#')).toBeNull()
  expect(objectPath(null)).toBeNull()
})

test('any other address stays on this site', () => {
  expect(objectPath('javascript:alert(1)')).toBe('/objects/javascript:alert(1)')
  expect(objectPath('//elsewhere.example/x')).toBe('/objects/elsewhere.example/x')
})

test('an image from the file store is offered in all its widths', () => {
  expect(renditionsOf('/objects/photos/1', '50vw')).toEqual({
    src: '/objects/photos/1?w=480',
    srcSet:
      '/objects/photos/1?w=320 320w, /objects/photos/1?w=480 480w, ' +
      '/objects/photos/1?w=960 960w, /objects/photos/1?w=1600 1600w',
    sizes: '50vw',
  })
  expect(renditionsOf('/api/loans/1/cover?photo=2', '50vw').src).toBe(
    '/api/loans/1/cover?photo=2&w=480',
  )
})
