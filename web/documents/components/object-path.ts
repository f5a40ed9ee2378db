/** Addresses at which stored files are fetched. */
import { renditionWidths } from '#domain/documents/renditions.ts'

/**
 * Where the bytes of a document or photo are fetched; null when the record has no file. The prefix
 * also keeps a stored address from leaving this site.
 */
export function objectPath(fileUrl: string | null | undefined): string | null {
  if (!fileUrl || fileUrl === '#') return null
  return fileUrl.startsWith('/objects/') ? fileUrl : `/objects/${fileUrl.replace(/^\/+/, '')}`
}

/**
 * An image of our own store in the widths that it comes in, so that a browser loads no more than it
 * shows. `sizes` says how wide that is, as for any `<img>`.
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
