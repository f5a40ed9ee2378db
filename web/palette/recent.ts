/**
 * The last items that the user opened from the palette. They contain names of loans and people, so they are kept only
 * until the tab is closed or the user logs out.
 */
import { atLogOut } from '#web/shell/log-out.ts'
import type { PageItem } from './palette-items.ts'

const mostRecent = 5
const storageKey = 'recent'

atLogOut(() => {
  try {
    sessionStorage.removeItem(storageKey)
  } catch {
    // Browser storage is disabled, so there are no items.
  }
})

interface Kept {
  userId: string
  items: PageItem[]
}

export function readRecent(userId: string): PageItem[] {
  try {
    // Only this module writes the value.
    const kept = JSON.parse(sessionStorage.getItem(storageKey) ?? 'null') as Kept | null
    return kept?.userId === userId ? kept.items : []
  } catch {
    return []
  }
}

export function keepRecent(userId: string, item: PageItem) {
  const others = readRecent(userId).filter(({ href }) => href !== item.href)
  const kept: Kept = { userId, items: [item, ...others].slice(0, mostRecent) }
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(kept))
  } catch {
    // Browser storage is disabled.
  }
}
