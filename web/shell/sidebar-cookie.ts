/** The cookie that remembers for a week whether the sidebar is expanded; it says nothing else. */

const name = 'sidebar_state'
const weekSeconds = 604_800

export const saysCollapsed = (cookies: string) => cookies.split('; ').includes(`${name}=false`)

/** As `document.cookie` takes it. Browsers refuse `secure` on plain http, where a trial may run. */
export const sidebarCookie = (isCollapsed: boolean, isHttps: boolean) =>
  `${name}=${!isCollapsed}; path=/; max-age=${weekSeconds}; samesite=lax${isHttps ? '; secure' : ''}`
