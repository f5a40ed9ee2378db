/** The page that a visitor wanted before having to sign in: `/login?to=/loans/42`. */
import { isPage } from '#contract/pages.ts'
import { paths } from './paths.ts'

/** The login's address, with the current page as the one to return to. */
export function loginPath(): string {
  const { pathname, search, hash } = location
  return withReturnTo(paths.login(), safeReturnTo(pathname + search + hash))
}

/**
 * The page in this address's `to`; null when it is not one of ours. It parses the address itself,
 * because the router's `useSearch` decodes it a second time.
 */
export const returnTo = () => safeReturnTo(returnToParam(location.search))

/** Adds `to` to a page's address; the dashboard is the default and needs none. */
export function withReturnTo(page: string, to: string | null): string {
  if (!to || to === paths.dashboard()) return page
  // Slashes need no escaping in a query.
  return `${page}?to=${encodeURIComponent(to).replaceAll('%2F', '/')}`
}

export const returnToParam = (search: string) => new URLSearchParams(search).get('to')

/**
 * Returns the address, normalized by the browser, if it is one of our pages; otherwise null. Anyone can
 * create a link to the login, and it must not lead to another site or perform an action.
 */
export function safeReturnTo(to: string | null, origin = location.origin): string | null {
  if (!to || to.length > longest || !form.test(to)) return null
  const url = new URL(to, origin)
  if (url.href !== origin + to || !isPage(url.pathname)) return null
  return beforeSignIn.includes(url.pathname.replace(/\/$/, '')) ? null : to
}

/** In characters; searches and filters are limited to far less. */
const longest = 2000

// The path allows no escapes, so decoding it changes nothing.
const form = /^(?:\/[\w-]+)+\/?(?:\?[\w.~!$&()*+,;=:@/?%-]*)?(?:#[\w-]*)?$/

const beforeSignIn = [
  paths.login(),
  paths.register(),
  paths.forgotPassword(),
  paths.resetPassword(),
]
