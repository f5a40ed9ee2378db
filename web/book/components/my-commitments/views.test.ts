import { expect, it } from 'vitest'
import { readView, viewAddress, views } from './views.ts'

it('stores the view of My Commitments in the URL and restores it from there', () => {
  for (const view of views)
    expect(readView(new URL(viewAddress(view), 'http://desk').search)).toBe(view)
  expect(viewAddress('cards')).toBe('/commitments')
})

it.each(['', 'view=', 'view=table', 'view=Position', 'position'])(
  'shows My Commitments as cards for the query %j',
  (query) => {
    expect(readView(query)).toBe('cards')
  },
)
