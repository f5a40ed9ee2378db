const kibibyte = 1024
const mebibyte = 1024 * kibibyte

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

export const spreadsheetType =
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' satisfies DocumentType

/** Limits on the part of a workbook that the page shows. */
export const sheetLimits = {
  maxBytes: 10 * mebibyte,
  maxUnpackedBytes: 50 * mebibyte,
  maxRows: 2_000,
  maxColumns: 100,
  maxTextLength: 2_000,
} as const

/** Only raster images are accepted, because an SVG can contain scripts that a browser would run. */
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

/** Each type's extensions, with the preferred extension first. */
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

/**
 * Determines a file's type from the type reported by the operating system or, failing that, from its name. Returns null
 * if the type isn't accepted.
 */
export function typeOfFile(name: string, given: string): DocumentType | null {
  const isGiven = (type: DocumentType) => type === given.toLowerCase()
  const extension = /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? ''
  // If no installed program opens the file, the operating system reports no type or a generic one.
  const isNamed = (type: DocumentType) => fileExtensions[type].includes(extension)
  return documentTypes.find(isGiven) ?? documentTypes.find(isNamed) ?? null
}

const extensionsOf = new Map<string, readonly string[]>(Object.entries(fileExtensions))

/**
 * Appends the type's preferred extension unless the name already ends with a matching one. A file named `invoice.exe`
 * gets the extension of its verified type.
 */
export function withFittingExtension(name: string, type: string): string {
  const fitting = extensionsOf.get(type)
  if (!fitting || fitting.some((each) => name.toLowerCase().endsWith(`.${each}`))) return name
  return `${name}.${fitting[0]}`
}

export type UploadKind = 'document' | 'photo'

export const uploadLimits = {
  document: { types: documentTypes, maxBytes: 50 * mebibyte },
  photo: { types: photoTypes, maxBytes: 10 * mebibyte },
} as const satisfies Record<UploadKind, { types: readonly DocumentType[]; maxBytes: number }>

/** The maximum size in mebibytes, displayed as MB. */
export const maxMegabytes = (kind: UploadKind) => uploadLimits[kind].maxBytes / mebibyte

export const fileRefusal = {
  empty: 'File data is empty',
  otherSize: "The file's size doesn't match the upload",
  tooLarge: (kind: UploadKind) => `The file must be at most ${maxMegabytes(kind)} MB`,
}

/** The upload form's choices. The first is the default. */
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

/** The text between an upload URL's prefix and the `fileUrl`. */
export const privateMarker = '/.private/'

export function formatFileSize(bytes: number): string {
  if (bytes < kibibyte) return `${bytes} B`
  const kilobytes = Math.round(bytes / kibibyte)
  return kilobytes < kibibyte ? `${kilobytes} KB` : `${(bytes / mebibyte).toFixed(1)} MB`
}
