import { useSyncExternalStore } from 'react'

export const densities = ['comfortable', 'compact'] as const
export type Density = (typeof densities)[number]

/** The density of the loan table. Like the theme, it is remembered in this browser. */
export const useDensity = () => useSyncExternalStore(subscribe, currentDensity)

export function setDensity(density: Density) {
  chosen = density
  try {
    localStorage.setItem(storageKey, density)
  } catch {
    // If storage is disabled, the browser forgets the choice when the page is closed.
  }
  for (const notify of listeners) notify()
}

const storageKey = 'density'
let chosen: Density | null = null
const listeners = new Set<() => void>()

const currentDensity = (): Density => (chosen ??= readDensity())

function readDensity(): Density {
  try {
    return localStorage.getItem(storageKey) === 'compact' ? 'compact' : 'comfortable'
  } catch {
    return 'comfortable'
  }
}

function subscribe(notify: () => void) {
  listeners.add(notify)
  return () => listeners.delete(notify)
}
