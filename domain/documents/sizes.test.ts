import { expect, test } from 'vitest'
import { formatFileSize } from './sizes.ts'

test.each([
  [0, '0 B'],
  [1023, '1023 B'],
  [1024, '1 KB'],
  [186_400, '182 KB'],
  [1_048_063, '1023 KB'],
  [1_048_064, '1.0 MB'],
  [52_428_800, '50.0 MB'],
])('formats %i bytes as %s', (bytes, text) => {
  expect(formatFileSize(bytes)).toBe(text)
})
