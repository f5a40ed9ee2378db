import { views, type View } from './views.ts'

const storageKey = 'commitments view'

/** The view that was last chosen on My Commitments. Like the theme, it is remembered in this browser. */
export function lastView(): View {
  try {
    return views.find((view) => view === localStorage.getItem(storageKey)) ?? 'cards'
  } catch {
    return 'cards'
  }
}

export function rememberView(view: View) {
  try {
    localStorage.setItem(storageKey, view)
  } catch {
    // If storage is disabled, the page opens with the cards.
  }
}
