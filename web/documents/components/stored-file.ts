import type { Document, Photo } from '#contract/documents/shapes.ts'
import { formatFileSize } from '#domain/documents/files.ts'
import { formatDate } from '#web/time/timestamps.ts'

/**
 * Returns the URL path of a file's content, or null if the record has no file. The fixed prefix keeps a stored path on
 * this origin.
 */
export function objectPath(fileUrl: string | null | undefined): string | null {
  if (!fileUrl || fileUrl === '#') return null
  return fileUrl.startsWith('/objects/') ? fileUrl : `/objects/${fileUrl.replace(/^\/+/, '')}`
}

/** Returns a label for a MIME type, such as "PDF" or "XLSX", or "FILE" for an unknown or missing type. */
export function fileTypeLabel(fileType: string | null | undefined): string {
  const type = fileType ?? ''
  const known = labels.get(type.toLowerCase())
  if (known) return known
  const subtype = /^[^/]+\/([^;]+)/.exec(type)?.[1]
  return subtype?.trim().toUpperCase() || 'FILE'
}

/** Returns a document's type, upload date and, if known, size. */
export const detailsOf = ({ fileType, uploadedAt, sizeBytes }: Document): string[] => [
  fileTypeLabel(fileType),
  formatDate(uploadedAt),
  ...(sizeBytes === null ? [] : [formatFileSize(sizeBytes)]),
]

const office = 'application/vnd.openxmlformats-officedocument'

// This is a Map, because a plain object also has properties such as "constructor".
const labels = new Map([
  ['application/msword', 'DOC'],
  [`${office}.wordprocessingml.document`, 'DOCX'],
  ['application/vnd.ms-excel', 'XLS'],
  [`${office}.spreadsheetml.sheet`, 'XLSX'],
])

/**
 * Returns true if this browser can display the file type within a page. Most phones can't display PDFs this way, and
 * most browsers can't display TIFF.
 */
export const canShow = (
  fileType: string,
  { pdfViewerEnabled }: Pick<Navigator, 'pdfViewerEnabled'> = navigator,
): boolean =>
  fileType === 'application/pdf'
    ? pdfViewerEnabled
    : fileType.startsWith('image/') && fileType !== 'image/tiff'

export const photoName = (photo: Photo) => photo.caption || photo.filename
