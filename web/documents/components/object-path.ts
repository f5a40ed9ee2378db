/** The addresses of stored files. */
/**
 * The address of a document's or photo's bytes; null when the record has no file. The prefix also
 * keeps a stored address on this site.
 */
export function objectPath(fileUrl: string | null | undefined): string | null {
  if (!fileUrl || fileUrl === '#') return null
  return fileUrl.startsWith('/objects/') ? fileUrl : `/objects/${fileUrl.replace(/^\/+/, '')}`
}
