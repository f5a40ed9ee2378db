import { useMatches, usePhone } from '#web/ui/use-matches.ts'
import { useEffect, useState } from 'react'
import { readCollapsed, sidebarCookie } from './sidebar-cookie.ts'

export interface SidebarState {
  /** True if the sidebar is expanded with labels, next to the page or over it. */
  shown: boolean
  collapsed: boolean
  /** True if the navigation panel over the page is open (narrow screens only). */
  sheetOpen: boolean
  toggle: () => void
  setSheetOpen: (open: boolean) => void
}

/**
 * By default, the sidebar is collapsed on pages that need the space. A cookie stores the user's choice for seven days.
 * Ctrl or Cmd + B opens or closes the sidebar.
 */
export function useSidebar(): SidebarState {
  const isNarrow = usePhone()
  const isTight = useMatches(tight)
  const isCrowded = useMatches(crowd)
  const [chosen, setChosen] = useState(() => readCollapsed(document.cookie))
  const collapsed = chosen ?? (isTight || isCrowded)
  const [sheetOpen, setSheetOpen] = useState(false)

  function toggle() {
    if (isNarrow) {
      setSheetOpen(!sheetOpen)
    } else {
      setChosen(!collapsed)
      writeCollapsed(!collapsed)
    }
  }

  useEffect(() => {
    const toggleByKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'b' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      toggle()
    }
    window.addEventListener('keydown', toggleByKey)
    return () => window.removeEventListener('keydown', toggleByKey)
  })

  return {
    shown: isNarrow ? sheetOpen : !collapsed,
    collapsed,
    sheetOpen: sheetOpen && isNarrow,
    toggle,
    setSheetOpen,
  }
}

function writeCollapsed(collapsed: boolean) {
  document.cookie = sidebarCookie(collapsed, window.location.protocol === 'https:')
}

/** Set while a panel next to the page needs the space of the sidebar's labels. */
export const crowd = Object.assign(new EventTarget(), { matches: false })

/** An expanded sidebar leaves too little space for tables in a narrower window. */
const tight = window.matchMedia('(width < 1100px)')
