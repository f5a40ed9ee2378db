import { useSyncExternalStore } from 'react'

export type Theme = 'light' | 'dark'

/** Returns the current theme and a function that sets it. All components that use this hook show the same theme. */
export function useTheme() {
  const theme = useSyncExternalStore(subscribe, currentTheme, () => defaultTheme)
  return { theme, toggleTheme }
}

function setTheme(theme: Theme) {
  try {
    localStorage.setItem(storageKey, theme)
  } catch {
    // If browser storage is disabled, the choice lasts until the page is closed.
  }
  applyTheme(theme)
}

function toggleTheme() {
  setTheme(currentTheme() === 'dark' ? 'light' : 'dark')
}

const storageKey = 'theme'
const defaultTheme: Theme = 'light'

// The browser's toolbar matches the header (--card in styles.css), as in index.html.
const barColors: Record<Theme, string> = { light: '#ffffff', dark: '#101b1d' }

const listeners = new Set<() => void>()

// The class on the root element determines the theme. The script in index.html sets it before React starts.
function currentTheme(): Theme {
  return document.documentElement.classList.contains('dark') ? 'dark' : 'light'
}

function applyTheme(theme: Theme) {
  document.documentElement.classList.toggle('dark', theme === 'dark')
  document
    .querySelector<HTMLMetaElement>('meta[name="theme-color"]')
    ?.setAttribute('content', barColors[theme])
  for (const notify of listeners) notify()
}

function subscribe(notify: () => void) {
  if (listeners.size === 0) window.addEventListener('storage', followOtherTab)
  listeners.add(notify)
  return () => {
    listeners.delete(notify)
    if (listeners.size === 0) window.removeEventListener('storage', followOtherTab)
  }
}

function followOtherTab(event: StorageEvent) {
  if (event.key !== storageKey && event.key !== null) return
  applyTheme(event.newValue === 'dark' ? 'dark' : defaultTheme)
}
