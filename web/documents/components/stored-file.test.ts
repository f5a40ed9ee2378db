import { spec } from '#test/support/requirements.ts'
import { documentTypes } from '#domain/documents/files.ts'
import { expect, test, it } from 'vitest'
import { objectPath, fileTypeLabel, canShow } from './stored-file.ts'

test('returns the URL of a stored file under /objects', () => {
  spec('2.10.6')
  expect(objectPath('loans/1/memo.pdf')).toBe('/objects/loans/1/memo.pdf')
  expect(objectPath('/loans/1/memo.pdf')).toBe('/objects/loans/1/memo.pdf')
})

test("doesn't repeat the prefix in the path of a stored file", () => {
  spec('2.10.6')
  expect(objectPath('/objects/loans/1/memo.pdf')).toBe('/objects/loans/1/memo.pdf')
})

test('returns no URL for a record without a file', () => {
  spec('2.10.7')
  expect(objectPath('')).toBeNull()
  expect(objectPath('#')).toBeNull()
  expect(objectPath(null)).toBeNull()
})

test('maps a stored path that resembles an external URL to a path under /objects', () => {
  expect(objectPath('javascript:alert(1)')).toBe('/objects/javascript:alert(1)')
  expect(objectPath('//elsewhere.example/x')).toBe('/objects/elsewhere.example/x')
})

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
  // Names of inherited object properties must not count as file types.
  ['__proto__', 'FILE'],
  ['constructor', 'FILE'],
  // A response can contain this value, because responses aren't validated at run time.
  [null, 'FILE'],
  [undefined, 'FILE'],
])('labels the file type %s as %s', (fileType, label) => {
  spec('2.11.11')
  expect(fileTypeLabel(fileType)).toBe(label)
})

it('displays pictures in formats that every browser supports, and PDFs if a viewer is available', () => {
  const shown = (pdfViewerEnabled: boolean) =>
    documentTypes.filter((type) => canShow(type, { pdfViewerEnabled }))
  const pictures = ['image/jpeg', 'image/png', 'image/gif', 'image/webp', 'image/avif', 'image/bmp']
  expect(shown(false)).toEqual(pictures)
  expect(shown(true)).toEqual(['application/pdf', ...pictures])
})
