/**
 * The items that the user opened last from the palette. They are kept until the tab is closed or the user logs out, and
 * not longer, because they name loans and people.
 */
import { atLogOut } from '#web/shell/log-out.ts'
import type { PaletteItem } from './palette-items.ts'

const mostRecent = 5
const storageKey = 'recent'

atLogOut(() => {
  try {
    sessionStorage.removeItem(storageKey)
  } catch {
    // Without storage, nothing was kept.
  }
})

interface Kept {
  userId: string
  items: PaletteItem[]
}

export function readRecent(userId: string): PaletteItem[] {
  try {
    // Only this module writes the value.
    const kept = JSON.parse(sessionStorage.getItem(storageKey) ?? 'null') as Kept | null
    return kept?.userId === userId ? kept.items : []
  } catch {
    return []
  }
}

export function keepRecent(userId: string, item: PaletteItem) {
  const others = readRecent(userId).filter(({ href }) => href !== item.href)
  const kept: Kept = { userId, items: [item, ...others].slice(0, mostRecent) }
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(kept))
  } catch {
    // Without storage, nothing is kept.
  }
}
