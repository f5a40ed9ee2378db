import { privateMarker } from '#domain/documents/files.ts'

export function storagePath(uploadUrl: string): string {
  const { pathname } = new URL(uploadUrl, 'http://this.site')
  const markerAt = pathname.indexOf(privateMarker)
  return markerAt < 0 ? pathname : pathname.slice(markerAt + privateMarker.length)
}
