import { security } from '#test/support/requirements.ts'
import { describe, expect, it } from 'vitest'
import { readCollapsed, sidebarCookie } from './sidebar-cookie.ts'

describe("the sidebar's cookie", () => {
  it("restricts the sidebar's cookie to https if the site uses https", () => {
    security('3.3.1')
    const kept = 'sidebar_state=false; path=/; max-age=604800; samesite=lax'
    expect(sidebarCookie(true, true)).toBe(`${kept}; secure`)
    expect(sidebarCookie(true, false)).toBe(kept)
  })

  it("detects a collapsed sidebar from the sidebar's cookie, even among other cookies", () => {
    const [collapsed = '', expanded = ''] = [true, false].map(
      (each) => sidebarCookie(each, true).split(';')[0],
    )
    expect(readCollapsed(`a=b; ${collapsed}`)).toBe(true)
    expect(readCollapsed(`a=b; ${expanded}`)).toBe(false)
    expect(readCollapsed('')).toBeNull()
    expect(readCollapsed('a=b; my_sidebar_state=false')).toBeNull()
  })
})
