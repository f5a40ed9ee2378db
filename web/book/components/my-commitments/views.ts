import { paths } from '#web/addresses/paths.ts'

export const viewNames = { cards: 'Cards', position: 'Position', history: 'History' } as const
export type View = keyof typeof viewNames

export const views = Object.keys(viewNames) as View[]

export const readView = (query: string): View =>
  views.find((view) => view === new URLSearchParams(query).get('view')) ?? 'cards'

export const viewAddress = (view: View) =>
  view === 'cards' ? paths.commitments() : `${paths.commitments()}?view=${view}`
