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

/** How the name of a file of each type ends, the usual way first. */
const fileExtensions: Record<DocumentType, readonly [string, ...string[]]> = {
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

const extensionsOf = new Map<string, readonly string[]>(Object.entries(fileExtensions))

/**
 * The name under which a file of this type is saved. People call files as they like, a PDF
 * `Appraisal` or `invoice.exe`; where the name does not end as the type's do, the usual extension is
 * put after it, so that a computer opens what was verified and nothing else.
 */
export function withFittingExtension(name: string, type: string): string {
  const fitting = extensionsOf.get(type)
  if (!fitting || fitting.some((each) => name.toLowerCase().endsWith(`.${each}`))) return name
  return `${name}.${fitting[0]}`
}

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
