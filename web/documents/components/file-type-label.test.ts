import { spec } from '#test/support/requirements.ts'
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
  // Properties that every object inherits are not types.
  ['__proto__', 'FILE'],
  ['constructor', 'FILE'],
  // The browser does not validate the server's answers.
  [null, 'FILE'],
  [undefined, 'FILE'],
])('%s is called %s', (fileType, label) => {
  spec('2.11.11')
  expect(fileTypeLabel(fileType)).toBe(label)
})
