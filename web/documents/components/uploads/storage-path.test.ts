import { spec } from '#test/support/requirements.ts'
import { expect, test } from 'vitest'
import { storagePath } from './storage-path.ts'

test('registers an upload under the part of its URL that follows the private prefix', () => {
  spec('7.27')
  expect(storagePath('http://desk.example/api/uploads/.private/documents/1.pdf?token=t')).toBe(
    'documents/1.pdf',
  )
  expect(storagePath('https://s3.example/bucket/.private/photos/2?X-Amz-Signature=a')).toBe(
    'photos/2',
  )
  expect(storagePath('/api/uploads/.private/photos/2')).toBe('photos/2')
})

test('registers an upload under the path of its URL if the URL has no private prefix', () => {
  spec('7.27')
  expect(storagePath('https://s3.example/bucket/1.pdf?X-Amz-Signature=a')).toBe('/bucket/1.pdf')
})
