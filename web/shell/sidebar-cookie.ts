/** The cookie that remembers for seven days whether the sidebar is expanded, and nothing else. */

const name = 'sidebar_state'
const weekSeconds = 604_800

/** Whether the sidebar was last collapsed or expanded; null when nobody has chosen. */
export function readCollapsed(cookies: string): boolean | null {
  const all = cookies.split('; ')
  if (all.includes(`${name}=false`)) return true
  return all.includes(`${name}=true`) ? false : null
}

/** In the format of `document.cookie`. Browsers refuse `secure` on plain http, where trials may run. */
export const sidebarCookie = (isCollapsed: boolean, isHttps: boolean) =>
  `${name}=${!isCollapsed}; path=/; max-age=${weekSeconds}; samesite=lax${isHttps ? '; secure' : ''}`
