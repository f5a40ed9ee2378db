import { documentTypeChoices, documentTypes, uploadLimits } from '#domain/documents/files.ts'
import { security, spec } from '#test/support/requirements.ts'
import { describe, expect, it } from 'vitest'
import { newDocument, newDocumentUpload, newPhoto, newPhotoUpload } from './shapes.ts'

const loanId = '6f1d3c1e-0000-4000-8000-000000000001'
const uploaded = { loanId, filename: 'Front.png', fileUrl: 'documents/1' }

const messages = (result: { error?: { issues: { message: string }[] } | undefined }) =>
  result.error?.issues.map(({ message }) => message).toSorted()

describe('a document', () => {
  it("reports missing document fields with the form's messages", () => {
    spec('5.6.1', '5.6.2', '5.6.3')
    expect(messages(newDocument.safeParse({}))).toEqual([
      'File type is required',
      'Filename is required',
      'Please select a loan',
      'Please upload a file first',
    ])
    const blank = { loanId: '', filename: '  ', fileType: '', fileUrl: '' }
    expect(messages(newDocument.safeParse(blank))).toEqual(messages(newDocument.safeParse({})))
  })

  it('accepts only supported document types', () => {
    spec('5.6.6')
    for (const fileType of documentTypes)
      expect(newDocument.safeParse({ ...uploaded, fileType }).success, fileType).toBe(true)
    for (const fileType of ['text/html', 'image/svg+xml', 'application/zip', 'PDF'])
      expect(messages(newDocument.safeParse({ ...uploaded, fileType }))).toEqual([
        "This type of file isn't accepted",
      ])
  })

  it('lists the document types for the upload form, with the default first', () => {
    spec('5.6.7')
    expect(documentTypeChoices.map(({ label }) => label)).toEqual([
      'PDF',
      'Word Document',
      'Word Document (DOCX)',
      'Excel Spreadsheet',
      'Excel Spreadsheet (XLSX)',
      'Image (JPEG)',
      'Image (PNG)',
    ])
  })
})

describe('a photo', () => {
  it("reports missing photo fields with the form's messages, and doesn't require a caption", () => {
    spec('5.7.3')
    expect(messages(newPhoto.safeParse({}))).toEqual([
      'Filename is required',
      'Please select a loan',
      'Please upload a photo first',
    ])
    expect(newPhoto.safeParse(uploaded).success).toBe(true)
  })
})

describe('an upload', () => {
  it('accepts an upload request with an empty body', () => {
    expect(newDocumentUpload.parse({})).toEqual({})
    expect(newPhotoUpload.parse({})).toEqual({})
  })

  it('limits documents to 50 MB and photos to 10 MB and rejects empty files', () => {
    spec('5.6.5', '5.7.5')
    security('5.1.1')
    expect(uploadLimits.document.maxBytes).toBe(52_428_800)
    expect(uploadLimits.photo.maxBytes).toBe(10 * 1024 * 1024)
    for (const [schema, size, words] of [
      [newDocumentUpload, 52_428_801, 'The file must be at most 50 MB'],
      [newPhotoUpload, 10_485_761, 'The file must be at most 10 MB'],
      [newDocumentUpload, 0, 'File data is empty'],
    ] as const) {
      expect(messages(schema.safeParse({ size }))).toEqual([words])
    }
    expect(newDocumentUpload.safeParse({ size: 52_428_800 }).success).toBe(true)
    expect(newPhotoUpload.safeParse({ size: 10_485_760 }).success).toBe(true)
  })

  it("accepts only image formats that can't contain scripts as photos", () => {
    spec('5.7.6')
    security('1.3.4')
    for (const contentType of ['image/png', 'image/jpeg', 'image/webp'])
      expect(newPhotoUpload.safeParse({ contentType }).success).toBe(true)
    for (const contentType of ['application/pdf', 'image/svg+xml', 'text/html'])
      expect(newPhotoUpload.safeParse({ contentType }).success).toBe(false)
  })
})
