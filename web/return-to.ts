/** Where a visitor was going when the login came between: `/login?to=/loans/42`. */
import { isPage } from '#contract/pages.ts'
import { paths } from './paths.ts'

/** The address of the login that leads back to where the visitor is. */
export function loginPath(): string {
  const { pathname, search, hash } = location
  return withReturnTo(paths.login(), safeReturnTo(pathname + search + hash))
}

/**
 * Where this page's address says that the visitor was going; null without a page of ours. It reads the
 * address itself, since the router's `useSearch` decodes it once more.
 */
export const returnTo = () => safeReturnTo(returnToParam(location.search))

/** A page that visitors go through on their way; the dashboard is where they get to anyway. */
export function withReturnTo(page: string, to: string | null): string {
  if (!to || to === paths.dashboard()) return page
  // Slashes may stand in a query as they are.
  return `${page}?to=${encodeURIComponent(to).replaceAll('%2F', '/')}`
}

export const returnToParam = (search: string) => new URLSearchParams(search).get('to')

/**
 * Gives the address back if it is one of our pages, as the browser itself writes it, and null if not:
 * anybody can make a link to the login, and it must lead to no other site, and to nothing that acts.
 */
export function safeReturnTo(to: string | null, origin = location.origin): string | null {
  if (!to || to.length > longest || !form.test(to)) return null
  const url = new URL(to, origin)
  if (url.href !== origin + to || !isPage(url.pathname)) return null
  return beforeSignIn.includes(url.pathname.replace(/\/$/, '')) ? null : to
}

/** In characters; searches and filters are bounded well below it. */
const longest = 2000

// In the path nothing is escaped, so that decoding it changes nothing.
const form = /^(?:\/[\w-]+)+\/?(?:\?[\w.~!$&()*+,;=:@/?%-]*)?(?:#[\w-]*)?$/

const beforeSignIn = [
  paths.login(),
  paths.register(),
  paths.forgotPassword(),
  paths.resetPassword(),
]
