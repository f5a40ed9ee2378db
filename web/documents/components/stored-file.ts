import type { Photo } from '#contract/documents/shapes.ts'

/**
 * Returns the URL path of a file's content; null if the record has no file. The fixed prefix keeps a stored path on
 * this origin.
 */
export function objectPath(fileUrl: string | null | undefined): string | null {
  if (!fileUrl || fileUrl === '#') return null
  return fileUrl.startsWith('/objects/') ? fileUrl : `/objects/${fileUrl.replace(/^\/+/, '')}`
}

/** Returns a label for a MIME type, such as "PDF" or "XLSX"; "FILE" for unknown or missing types. */
export function fileTypeLabel(fileType: string | null | undefined): string {
  const type = fileType ?? ''
  const known = labels.get(type.toLowerCase())
  if (known) return known
  const subtype = /^[^/]+\/([^;]+)/.exec(type)?.[1]
  return subtype?.trim().toUpperCase() || 'FILE'
}

const office = 'application/vnd.openxmlformats-officedocument'

// A Map, because a plain object also has properties such as "constructor".
const labels = new Map([
  ['application/msword', 'DOC'],
  [`${office}.wordprocessingml.document`, 'DOCX'],
  ['application/vnd.ms-excel', 'XLS'],
  [`${office}.spreadsheetml.sheet`, 'XLSX'],
])

/**
 * Whether this browser can display the file type inside a page. Most phones can't display PDFs inline, and most
 * browsers can't display TIFF.
 */
export const canShow = (
  fileType: string,
  { pdfViewerEnabled }: Pick<Navigator, 'pdfViewerEnabled'> = navigator,
): boolean =>
  fileType === 'application/pdf'
    ? pdfViewerEnabled
    : fileType.startsWith('image/') && fileType !== 'image/tiff'

export const photoName = (photo: Photo) => photo.caption || photo.filename
