import { useSyncExternalStore } from 'react'

export type Theme = 'light' | 'dark'

/** The theme on screen and the way to change it; every user of the hook follows a change. */
export function useTheme() {
  const theme = useSyncExternalStore(subscribe, currentTheme, () => defaultTheme)
  return { theme, toggleTheme }
}

function setTheme(theme: Theme) {
  try {
    localStorage.setItem(storageKey, theme)
  } catch {
    // Storage can be switched off in the browser: the choice then lasts as long as the page.
  }
  applyTheme(theme)
}

function toggleTheme() {
  setTheme(currentTheme() === 'dark' ? 'light' : 'dark')
}

const storageKey = 'theme'
const defaultTheme: Theme = 'light'

// The browser's own bars take the colour of the header (--card in styles.css), as in index.html.
const barColors: Record<Theme, string> = { light: '#ffffff', dark: '#101b1d' }

const listeners = new Set<() => void>()

// The class on the root is the truth: the script in index.html has set it before React starts.
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
