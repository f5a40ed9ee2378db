import { useEffect, useState, useSyncExternalStore } from 'react'
import { saysCollapsed, sidebarCookie } from './sidebar-cookie.ts'

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

/** The sidebar's state. A cookie remembers it for seven days; Ctrl or Cmd + B toggles it. */
export function useSidebar(): SidebarState {
  const isNarrow = useIsNarrow()
  const [collapsed, setCollapsed] = useState(readCollapsed)
  const [sheetOpen, setSheetOpen] = useState(false)

  function toggle() {
    if (isNarrow) {
      setSheetOpen(!sheetOpen)
    } else {
      setCollapsed(!collapsed)
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

const readCollapsed = () => saysCollapsed(document.cookie)

function writeCollapsed(collapsed: boolean) {
  document.cookie = sidebarCookie(collapsed, window.location.protocol === 'https:')
}

// Like `md` in the styles: narrower than 768 px.
const narrow = window.matchMedia('(width < 48rem)')

function useIsNarrow() {
  return useSyncExternalStore(
    (notify) => {
      narrow.addEventListener('change', notify)
      return () => narrow.removeEventListener('change', notify)
    },
    () => narrow.matches,
  )
}
