import { expect, it } from 'vitest'
import { teaserAddressOf } from './teaser-address.ts'

it.each([
  ['4 Pier Road, Boston, MA 02110', 'Boston, MA'],
  ['4 Pier Road, Boston MA 02110, USA', 'Boston, MA'],
  ['Boston, MA', 'Boston, MA'],
  ['500 Congress Ave, Austin, Texas', 'TX'],
  ['4 Pier Road Boston, MA 02110', 'MA'],
  ['Pier Road, MA', 'MA'],
  ['One Main Street Boston, MA 02110', 'MA'],
  ['The Grand Ave. Boston, MA 02110', 'MA'],
  ['4 Pier Road, St. Louis, MO 63101', 'St. Louis, MO'],
  ['4 Pier Road, Lake Placid, NY', 'Lake Placid, NY'],
  ['Lot B, Pier Street, MA', 'MA'],
  ['4 Pier Road', null],
  ['', null],
  [null, null],
])('shortens the address %j of a teaser to %j', (address, shown) => {
  expect(teaserAddressOf(address)).toBe(shown)
})
