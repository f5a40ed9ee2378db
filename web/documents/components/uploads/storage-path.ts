import { privateMarker } from '#domain/documents/files.ts'

/** The path to register an uploaded file under, from the address that received its bytes. */
export function storagePath(uploadUrl: string): string {
  const { pathname } = new URL(uploadUrl, 'http://this.site')
  const markerAt = pathname.indexOf(privateMarker)
  return markerAt < 0 ? pathname : pathname.slice(markerAt + privateMarker.length)
}
