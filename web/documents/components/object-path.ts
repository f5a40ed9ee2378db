/**
 * Returns the URL path of a file's content; null if the record has no file. The fixed prefix keeps a stored path on
 * this origin.
 */
export function objectPath(fileUrl: string | null | undefined): string | null {
  if (!fileUrl || fileUrl === '#') return null
  return fileUrl.startsWith('/objects/') ? fileUrl : `/objects/${fileUrl.replace(/^\/+/, '')}`
}
