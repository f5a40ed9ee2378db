import { expect, it } from 'vitest'
import { cityOf, stateOf } from './addresses.ts'

it.each([
  ['4 Pier Road, Boston, MA', 'MA'],
  ['1450 Gateway Commerce Parkway, Savannah, GA 31407', 'GA'],
  ['1450 Gateway Commerce Parkway, Savannah GA 31407-1234 ', 'GA'],
  ['Washington,DC', 'DC'],
  ['4 Pier Road, Boston, ma', 'MA'],
  ['4 Pier Road, Boston, MA 02110, USA', 'MA'],
  ['4 Pier Road, Boston MA, USA ', 'MA'],
  ['4 Pier Road, Boston, ma 02110 USA', 'MA'],
])('finds the state of %j', (address, state) => {
  expect(stateOf(address)).toBe(state)
})

it.each([
  null,
  '',
  'MA',
  '7 Quay Street',
  '12 Main St',
  '12 Main CTX',
  '12 Main ct',
  '12 Main Ct, USA',
  '4 Pier Road, USA',
  '4 Pier Road, US',
  '4 Pier Road, Boston, ZZ',
  '4 Pier Road, Boston, MA 021',
  '4 Pier Road, Boston, MA, Canada',
])('finds none in %j', (address) => {
  expect(stateOf(address)).toBeNull()
})

it.each([
  ['4 Pier Road, Boston, MA', 'Boston, MA'],
  ['1450 Gateway Commerce Parkway, Savannah, GA 31407', 'Savannah, GA'],
  ['Suite 4, 9 Long Wharf,  St. Louis ,MO 63101-1234 ', 'St. Louis, MO'],
  ['Washington,DC', 'Washington, DC'],
  ['4 Pier Road, Boston, ma 02110, USA', 'Boston, MA'],
  ['Savannah GA 31407', null],
  ['4 Pier Road, Boston, ZZ', null],
  [', MA', null],
  ['7 Quay Street', null],
  ['', null],
  [null, null],
])('finds the city of %j: %j', (address, city) => {
  expect(cityOf(address)).toBe(city)
})
