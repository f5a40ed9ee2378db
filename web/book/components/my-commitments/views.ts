import { paths } from '#web/addresses/paths.ts'

/** The views of My Commitments in order, as named in the address, and their names on the screen. */
export const viewNames = { cards: 'Cards', position: 'Position', history: 'History' } as const
export type View = keyof typeof viewNames

// The keys are those of the object above.
export const views = Object.keys(viewNames) as View[]

/** The view that the address names; the cards without a known one. */
export const readView = (query: string): View =>
  views.find((view) => view === new URLSearchParams(query).get('view')) ?? 'cards'

export const viewAddress = (view: View) =>
  view === 'cards' ? paths.commitments() : `${paths.commitments()}?view=${view}`
