import { spec } from '#test/support/requirements.ts'
import { expect, test } from 'vitest'
import { isImportFailure } from './ErrorBoundary.tsx'

test.each([
  'Failed to fetch dynamically imported module: https://desk.example/assets/PhotosTab-1.js',
  'error loading dynamically imported module: https://desk.example/assets/PhotosTab-1.js',
  'Importing a module script failed.',
  'Unable to preload CSS for /assets/UploadPhotoDialog-1.css',
])('recognizes "%s" as a failed download', (message) => {
  spec('8.43')
  expect(isImportFailure(new TypeError(message))).toBe(true)
})

test.each([
  new TypeError("Cannot read properties of null (reading 'toLowerCase')"),
  new RangeError('Invalid time value'),
  'Failed',
  undefined,
])("doesn't recognize %s as a failed download", (error) => {
  expect(isImportFailure(error)).toBe(false)
})
