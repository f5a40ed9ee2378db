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
  // Inherited object properties are not types.
  ['__proto__', 'FILE'],
  ['constructor', 'FILE'],
  // Responses are not validated at run time.
  [null, 'FILE'],
  [undefined, 'FILE'],
])('labels %s as %s', (fileType, label) => {
  spec('2.11.11')
  expect(fileTypeLabel(fileType)).toBe(label)
})
