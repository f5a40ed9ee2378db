/** Stores only whether the sidebar is expanded, for seven days. */

const name = 'sidebar_state'
const weekSeconds = 604_800

export function readCollapsed(cookies: string): boolean | null {
  const all = cookies.split('; ')
  if (all.includes(`${name}=false`)) return true
  return all.includes(`${name}=true`) ? false : null
}

/**
 * Returns the cookie in the format of `document.cookie`. Browsers reject `secure` cookies over plain HTTP, which trial
 * installations can use.
 */
export const sidebarCookie = (isCollapsed: boolean, isHttps: boolean) =>
  `${name}=${!isCollapsed}; path=/; max-age=${weekSeconds}; samesite=lax${isHttps ? '; secure' : ''}`
