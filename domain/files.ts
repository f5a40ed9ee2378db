/** Which files may be uploaded, how large, and how they are called. */

const mebibyte = 1024 * 1024

export const documentTypes = [
  'application/pdf',
  'application/msword',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'application/vnd.ms-excel',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'image/jpeg',
  'image/png',
  'image/gif',
  'image/webp',
  'image/avif',
  'image/tiff',
  'image/bmp',
] as const
export type DocumentType = (typeof documentTypes)[number]

/** Raster images only: an SVG is a program that a browser would run. */
export const photoTypes = [
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'image/avif',
  'image/tiff',
  'image/bmp',
] as const satisfies readonly DocumentType[]
export type PhotoType = (typeof photoTypes)[number]

export type UploadKind = 'document' | 'photo'

/** What an upload of each kind may be: its types, and the most bytes. */
export const uploadLimits = {
  document: { types: documentTypes, maxBytes: 50 * mebibyte },
  photo: { types: photoTypes, maxBytes: 10 * mebibyte },
} as const satisfies Record<UploadKind, { types: readonly DocumentType[]; maxBytes: number }>

/** In mebibytes, which people are told as MB. */
export const maxMegabytes = (kind: UploadKind) => uploadLimits[kind].maxBytes / mebibyte

/** What is said of a file's length, whether that is found out before, while or after it is sent. */
export const fileRefusal = {
  empty: 'File data is empty',
  otherSize: 'The file does not have the size that was announced',
  tooLarge: (kind: UploadKind) => `The file must be at most ${maxMegabytes(kind)} MB`,
}

/** The choices of the document form, the default first. */
export const documentTypeChoices = [
  { type: 'application/pdf', label: 'PDF' },
  { type: 'application/msword', label: 'Word Document' },
  {
    type: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    label: 'Word Document (DOCX)',
  },
  { type: 'application/vnd.ms-excel', label: 'Excel Spreadsheet' },
  {
    type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    label: 'Excel Spreadsheet (XLSX)',
  },
  { type: 'image/jpeg', label: 'Image (JPEG)' },
  { type: 'image/png', label: 'Image (PNG)' },
] as const satisfies readonly { type: DocumentType; label: string }[]

/** What stands in an upload's address before the path under which the file is registered. */
export const privateMarker = '/.private/'
