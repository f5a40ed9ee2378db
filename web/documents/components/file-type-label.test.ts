import { expect, test } from 'vitest'
import { fileTypeLabel } from './file-type-label.ts'

test.each([
  ['application/pdf', 'PDF'],
  ['application/msword', 'DOC'],
  ['application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'DOCX'],
  ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'XLSX'],
  ['image/jpeg', 'JPEG'],
  ['text/plain; charset=utf-8', 'PLAIN'],
  ['', 'FILE'],
  ['nonsense', 'FILE'],
  ['application/', 'FILE'],
  // What every object has is no type.
  ['__proto__', 'FILE'],
  ['constructor', 'FILE'],
  // The browser doesn't check what the server answers.
  [null, 'FILE'],
  [undefined, 'FILE'],
])('%s is called %s', (fileType, label) => {
  expect(fileTypeLabel(fileType)).toBe(label)
})
