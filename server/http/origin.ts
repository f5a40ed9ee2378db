/** Checks that a request that changes data or is audited originates from this site. */
import type { IncomingHttpHeaders } from 'node:http'

/**
 * Browsers send Origin, and newer ones Sec-Fetch-Site. A program that sends neither is accepted, since it carries no
 * other person's cookies. The site is the request's Host or `PUBLIC_URL`, so localhost and 127.0.0.1 both work.
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
