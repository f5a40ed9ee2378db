import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { documentTypes, withFittingExtension } from './files.ts'

describe('the name that a file is saved under', () => {
  it.each([
    ['invoice.exe', 'application/pdf', 'invoice.exe.pdf'],
    ['Appraisal', 'application/pdf', 'Appraisal.pdf'],
    ['Term Sheet v1.2', 'application/msword', 'Term Sheet v1.2.doc'],
    ['Rents.xls', 'application/vnd.ms-excel', 'Rents.xls'],
    ['Front.JPEG', 'image/jpeg', 'Front.JPEG'],
    ['Front', 'image/jpeg', 'Front.jpg'],
    ['Front.png', 'image/jpeg', 'Front.png.jpg'],
    ['report.pdf.exe', 'application/pdf', 'report.pdf.exe.pdf'],
    ['pdf', 'application/pdf', 'pdf.pdf'],
    ['Notes.txt', 'text/plain', 'Notes.txt'],
  ])('for %s of type %s is %s', (name, type, expected) => {
    expect(withFittingExtension(name, type)).toBe(expected)
  })

  it('is what people called it, ends as its type does, and changes once at most', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 200 }),
        fc.constantFrom(...documentTypes),
        (name, type) => {
          const saved = withFittingExtension(name, type)
          expect(saved.startsWith(name)).toBe(true)
          expect(endings[type]).toContain(saved.slice(saved.lastIndexOf('.') + 1).toLowerCase())
          expect(withFittingExtension(saved, type)).toBe(saved)
        },
      ),
    )
  })
})

const endings: Record<(typeof documentTypes)[number], string[]> = {
  'application/pdf': ['pdf'],
  'application/msword': ['doc'],
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': ['docx'],
  'application/vnd.ms-excel': ['xls'],
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': ['xlsx'],
  'image/jpeg': ['jpg', 'jpeg'],
  'image/png': ['png'],
  'image/gif': ['gif'],
  'image/webp': ['webp'],
  'image/avif': ['avif'],
  'image/tiff': ['tif', 'tiff'],
  'image/bmp': ['bmp'],
}
