import { expect, it } from 'vitest'
import { cityOf } from './addresses.ts'

it.each([
  ['4 Pier Road, Boston, MA', 'Boston, MA'],
  ['1450 Gateway Commerce Parkway, Savannah, GA 31407', 'Savannah, GA'],
  ['Suite 4, 9 Long Wharf,  St. Louis ,MO 63101-1234 ', 'St. Louis, MO'],
  ['Washington,DC', 'Washington, DC'],
  ['4 Pier Road, Boston, ma 02110, USA', 'Boston, MA'],
  ['901 Flower St, Los Angeles, CA 90001, United States', 'Los Angeles, CA'],
  ['4 Pier Road, Boston MA 02110', 'Boston, MA'],
  ['4 Pier Road, New York ny 10001, USA', 'New York, NY'],
  ['4 Pier Road, Boston MA', 'Boston, MA'],
  ['12 Main Street, 7 Elm St', null],
  ['Savannah GA 31407', null],
  ['4 Pier Road Boston MA 02110', null],
  ['4 Pier Road, Boston, ZZ', null],
  [', MA', null],
  ['7 Quay Street', null],
  ['', null],
  [null, null],
])('finds the city in %j: %j', (address, city) => {
  expect(cityOf(address)).toBe(city)
})
