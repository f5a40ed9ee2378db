/**
 * Where the bytes of a document or photo are fetched; null when the record has no file. The prefix
 * also keeps a stored address from leaving this site.
 */
export function objectPath(fileUrl: string): string | null {
  if (fileUrl === '' || fileUrl === '#') return null
  return fileUrl.startsWith('/objects/') ? fileUrl : `/objects/${fileUrl.replace(/^\/+/, '')}`
}
