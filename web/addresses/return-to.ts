/** The page to open after sign-in, for example `/loans/42` in `/login?to=/loans/42`. */
import { isPage } from '#contract/pages.ts'
import { paths } from './paths.ts'

/** The login page's URL, with the current page as the page to open after sign-in. */
export function loginPath(): string {
  const { pathname, search, hash } = location
  return withReturnTo(paths.login(), safeReturnTo(pathname + search + hash))
}

/**
 * The page in the `to` parameter of the current URL, or null if it isn't a page of this app. Parses the URL directly,
 * because the router's `useSearch` decodes it twice.
 */
export const returnTo = () => safeReturnTo(returnToParam(location.search))

/** Adds `to` to a page's URL, except for the dashboard, which is the default. */
export function withReturnTo(page: string, to: string | null): string {
  if (!to || to === paths.dashboard()) return page
  // Slashes are valid in a query string, so they stay readable.
  return `${page}?to=${encodeURIComponent(to).replaceAll('%2F', '/')}`
}

export const returnToParam = (search: string) => new URLSearchParams(search).get('to')

/**
 * Returns the URL as normalized by the browser if it is a page of this app, or otherwise null. This check prevents open
 * redirects: a malicious login link must not lead to another site or trigger an action.
 */
export function safeReturnTo(to: string | null, origin = location.origin): string | null {
  if (!to || to.length > longest || !form.test(to)) return null
  const url = new URL(to, origin)
  if (url.href !== origin + to || !isPage(url.pathname)) return null
  return beforeSignIn.includes(url.pathname.replace(/\/$/, '')) ? null : to
}

/** The maximum number of characters. Real searches and filters are much shorter. */
const longest = 2000

// The path can't contain escaped characters, so decoding doesn't change it.
const form = /^(?:\/[\w-]+)+\/?(?:\?[\w.~!$&()*+,;=:@/?%-]*)?(?:#[\w-]*)?$/

const beforeSignIn = [
  paths.login(),
  paths.register(),
  paths.forgotPassword(),
  paths.resetPassword(),
]
