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
])('%s is called %s', (fileType, label) => {
  expect(fileTypeLabel(fileType)).toBe(label)
})
