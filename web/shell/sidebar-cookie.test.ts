import { describe, expect, it } from 'vitest'
import { saysCollapsed, sidebarCookie } from './sidebar-cookie.ts'

describe("the sidebar's cookie", () => {
  it('goes over https alone where people come by it', () => {
    const kept = 'sidebar_state=false; path=/; max-age=604800; samesite=lax'
    expect(sidebarCookie(true, true)).toBe(`${kept}; secure`)
    expect(sidebarCookie(true, false)).toBe(kept)
  })

  it('says whether the sidebar is collapsed, among other cookies too', () => {
    const [collapsed = '', expanded = ''] = [true, false].map(
      (each) => sidebarCookie(each, true).split(';')[0],
    )
    expect(saysCollapsed(`a=b; ${collapsed}`)).toBe(true)
    expect(saysCollapsed(`a=b; ${expanded}`)).toBe(false)
    expect(saysCollapsed('')).toBe(false)
  })
})
