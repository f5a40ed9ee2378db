import { expect, it } from 'vitest'
import { teaserAddressOf } from './teaser-address.ts'

it.each([
  ['4 Pier Road, Boston, MA 02110', 'Boston, MA'],
  ['4 Pier Road, Boston MA 02110, USA', 'Boston, MA'],
  ['Boston, MA', 'Boston, MA'],
  ['500 Congress Ave, Austin, Texas', 'TX'],
  ['4 Pier Road Boston, MA 02110', 'MA'],
  ['Pier Road, MA', 'MA'],
  ['Lot B, Pier Street, MA', 'MA'],
  ['4 Pier Road', null],
  ['', null],
  [null, null],
])('shortens the address %j of a teaser to %j', (address, shown) => {
  expect(teaserAddressOf(address)).toBe(shown)
})
