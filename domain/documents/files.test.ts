import { security } from '#test/support/requirements.ts'
import * as fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { documentTypes, typeOfFile, withFittingExtension, formatFileSize } from './files.ts'

const examples = [
  ['invoice.exe', 'application/pdf', 'invoice.exe.pdf'],
  ['Appraisal', 'application/pdf', 'Appraisal.pdf'],
  ['report.pdf.exe', 'application/pdf', 'report.pdf.exe.pdf'],
  ['pdf', 'application/pdf', 'pdf.pdf'],
  ['Term Sheet v1.2', 'application/msword', 'Term Sheet v1.2.doc'],
  [
    'Terms.doc',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    'Terms.doc.docx',
  ],
  ['Rents.xls', 'application/vnd.ms-excel', 'Rents.xls'],
  [
    'Rents.xls',
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    'Rents.xls.xlsx',
  ],
  ['Front', 'image/jpeg', 'Front.jpg'],
  ['Front.JPEG', 'image/jpeg', 'Front.JPEG'],
  ['Front.png', 'image/jpeg', 'Front.png.jpg'],
  ['Front.Png', 'image/png', 'Front.Png'],
  ['Front', 'image/gif', 'Front.gif'],
  ['Front', 'image/webp', 'Front.webp'],
  ['Front', 'image/avif', 'Front.avif'],
  ['Plan', 'image/tiff', 'Plan.tif'],
  ['Plan.tiff', 'image/tiff', 'Plan.tiff'],
  ['Plan', 'image/bmp', 'Plan.bmp'],
  ['Notes.txt', 'text/plain', 'Notes.txt'],
] as const

const endingOf = (name: string) => name.slice(name.lastIndexOf('.') + 1).toLowerCase()

describe('the name of a saved file', () => {
  it.each(examples)('saves the file %s of type %s as %s', (name, type, expected) => {
    expect(withFittingExtension(name, type)).toBe(expected)
  })

  it("adds the type's extension to a file name only if the extension is missing", () => {
    security('5.2.2')
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 200 }),
        fc.constantFrom(...documentTypes),
        (name, type) => {
          const saved = withFittingExtension(name, type)
          const fitting = examples.filter(([, each]) => each === type).map((each) => each[2])
          expect(saved.startsWith(name)).toBe(true)
          expect(fitting.map(endingOf)).toContain(endingOf(saved))
          expect(withFittingExtension(saved, type)).toBe(saved)
        },
      ),
    )
  })
})

it('derives the file type from the declared type or, without a declared type, from the name', () => {
  expect(typeOfFile('Scan', 'application/pdf')).toBe('application/pdf')
  expect(typeOfFile('Roll.XLS', '')).toBe('application/vnd.ms-excel')
  expect(typeOfFile('Front.JPEG', 'application/octet-stream')).toBe('image/jpeg')
  expect(typeOfFile('setup.exe', 'application/x-msdownload')).toBeNull()
  expect(typeOfFile('logo.svg', 'image/svg+xml')).toBeNull()
})

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
