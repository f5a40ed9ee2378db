/** The cookie that remembers for seven days whether the sidebar is expanded, and nothing else. */

const name = 'sidebar_state'
const weekSeconds = 604_800

export const saysCollapsed = (cookies: string) => cookies.split('; ').includes(`${name}=false`)

/** In the format of `document.cookie`. Browsers refuse `secure` on plain http, where trials may run. */
export const sidebarCookie = (isCollapsed: boolean, isHttps: boolean) =>
  `${name}=${!isCollapsed}; path=/; max-age=${weekSeconds}; samesite=lax${isHttps ? '; secure' : ''}`
