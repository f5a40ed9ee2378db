import { useSyncExternalStore } from 'react'

/** True unless the user turned off single-key shortcuts. Like the theme, this setting is stored in the browser. */
export const useKeysOn = () => useSyncExternalStore(subscribe, areKeysOn)

export const areKeysOn = (): boolean => (chosen ??= readKeysOn())

export function setKeysOn(on: boolean) {
  chosen = on
  try {
    localStorage.setItem(storageKey, on ? 'on' : 'off')
  } catch {
    // If storage is disabled, the browser forgets the choice when the page is closed.
  }
  notify()
}

const storageKey = 'keys'
let chosen: boolean | null = null
const listeners = new Set<() => void>()

function readKeysOn(): boolean {
  try {
    return localStorage.getItem(storageKey) !== 'off'
  } catch {
    return true
  }
}

function notify() {
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  if (listeners.size === 0) window.addEventListener('storage', followOtherTab)
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) window.removeEventListener('storage', followOtherTab)
  }
}

function followOtherTab({ key }: StorageEvent) {
  if (key !== storageKey && key !== null) return
  chosen = null
  notify()
}
