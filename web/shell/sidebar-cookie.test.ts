import { describe, expect, it } from 'vitest'
import { saysCollapsed, sidebarCookie } from './sidebar-cookie.ts'

describe("the sidebar's cookie", () => {
  it('is sent only over https if people use https', () => {
    const kept = 'sidebar_state=false; path=/; max-age=604800; samesite=lax'
    expect(sidebarCookie(true, true)).toBe(`${kept}; secure`)
    expect(sidebarCookie(true, false)).toBe(kept)
  })

  it('tells whether the sidebar is collapsed, also among other cookies', () => {
    const [collapsed = '', expanded = ''] = [true, false].map(
      (each) => sidebarCookie(each, true).split(';')[0],
    )
    expect(saysCollapsed(`a=b; ${collapsed}`)).toBe(true)
    expect(saysCollapsed(`a=b; ${expanded}`)).toBe(false)
    expect(saysCollapsed('')).toBe(false)
  })
})
