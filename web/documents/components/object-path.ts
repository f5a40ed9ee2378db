/** The addresses of stored files. */
import { renditionWidths } from '#domain/documents/renditions.ts'

/**
 * The address of a document's or photo's bytes; null when the record has no file. The prefix also
 * keeps a stored address on this site.
 */
export function objectPath(fileUrl: string | null | undefined): string | null {
  if (!fileUrl || fileUrl === '#') return null
  return fileUrl.startsWith('/objects/') ? fileUrl : `/objects/${fileUrl.replace(/^\/+/, '')}`
}

/**
 * An image of our own store with its available widths, so that a browser loads no more than it shows.
 * `sizes` is the displayed width, as for any `<img>`.
 */
export function renditionsOf(path: string, sizes: string) {
  const at = (width: number) => `${path}${path.includes('?') ? '&' : '?'}w=${width}`
  return {
    src: at(usualWidth),
    srcSet: renditionWidths.map((width) => `${at(width)} ${width}w`).join(', '),
    sizes,
  }
}

const usualWidth = 480
