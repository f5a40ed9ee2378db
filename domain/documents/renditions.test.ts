import { expect, test } from 'vitest'
import { renditionsOf } from './renditions.ts'

test('offers an image at every width that the file store provides', () => {
  expect(renditionsOf('/objects/photos/1', '50vw')).toEqual({
    src: '/objects/photos/1?w=480',
    srcSet:
      '/objects/photos/1?w=320 320w, /objects/photos/1?w=480 480w, ' +
      '/objects/photos/1?w=720 720w, /objects/photos/1?w=960 960w, /objects/photos/1?w=1600 1600w',
    sizes: '50vw',
  })
  expect(renditionsOf('/api/loans/1/cover?photo=2', '50vw').src).toBe(
    '/api/loans/1/cover?photo=2&w=480',
  )
})
