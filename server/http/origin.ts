/** Whether a request that changes something, or is put on record, was made by a page of this site. */
import type { IncomingHttpHeaders } from 'node:http'

/**
 * A browser says where a request comes from in Origin, and newer ones in Sec-Fetch-Site; a program
 * says neither and is let through, since it carries no one else's cookies. The site is the
 * request's own Host or `PUBLIC_URL`, so that localhost and 127.0.0.1 both work.
 */
export function isSameOrigin(
  headers: IncomingHttpHeaders,
  host: string,
  publicUrl: string,
): boolean {
  const { origin } = headers
  if (origin !== undefined) {
    if (!URL.canParse(origin)) return false
    const url = new URL(origin)
    return url.host === host || url.origin === new URL(publicUrl).origin
  }
  const site = headers['sec-fetch-site']
  return site === undefined || site === 'same-origin' || site === 'none'
}
