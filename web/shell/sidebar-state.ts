import { useMatches, usePhone } from '#web/ui/use-matches.ts'
import { useEffect, useState } from 'react'
import { readCollapsed, sidebarCookie } from './sidebar-cookie.ts'

export interface SidebarState {
  /** Visible with its names, beside the page or over it. */
  shown: boolean
  /** Icons only, on a wide screen. */
  collapsed: boolean
  /** The sheet over the page, on a narrow screen. */
  sheetOpen: boolean
  toggle: () => void
  setSheetOpen: (open: boolean) => void
}

/**
 * The sidebar's state. Until somebody chooses, it is collapsed where the page needs the room. A cookie
 * remembers the choice for seven days; Ctrl or Cmd + B toggles it.
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

/** Whether a panel beside the page needs the room of the sidebar's names. */
export const crowd = Object.assign(new EventTarget(), { matches: false })

/** Where tables are short of room beside an expanded sidebar. */
const tight = window.matchMedia('(width < 1100px)')
