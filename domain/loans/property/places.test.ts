import { expect, it } from 'vitest'
import { states } from './addresses.ts'
import { namedState, stateOf, stateTexts, stateTextsOf } from './places.ts'

it('lists the code and name of every US state', () => {
  expect(stateTexts).toHaveLength(2 * states.size)
  for (const code of states) {
    expect(namedState(code.toLowerCase())).toEqual({ code, name: null })
    expect(stateTextsOf(`1 First Street, Town, ${code} 12345`)).toHaveLength(2)
  }
})

it.each([
  ['4 Pier Road, Boston, MA', 'MA'],
  ['1450 Gateway Commerce Parkway, Savannah, GA 31407', 'GA'],
  ['1450 Gateway Commerce Parkway, Savannah GA 31407-1234 ', 'GA'],
  ['Washington,DC', 'DC'],
  ['4 Pier Road, Boston, ma', 'MA'],
  ['4 Pier Road, Boston, MA 02110, USA', 'MA'],
  ['4 Pier Road, Boston MA, USA ', 'MA'],
  ['4 Pier Road, Boston, ma 02110 USA', 'MA'],
  ['901 Flower St, Los Angeles, CA 90001, United States', 'CA'],
  ['901 Flower St, Los Angeles, CA 90001, united states of america', 'CA'],
  ['901 Flower St, Los Angeles, CA, 90001, US', 'CA'],
  ['901 Flower St, Los Angeles CA, U.S.A.', 'CA'],
  ['500 Congress Ave, Austin, Texas', 'TX'],
  ['500 Congress Ave, Austin Texas 78701', 'TX'],
  ['austin tx 78701', 'TX'],
  ['9 Coal Road, Charleston, West Virginia, U.S.', 'WV'],
  ['12 Main Street, Nevada, Missouri', 'MO'],
  ['1 F Street, Washington, District of Columbia 20001', 'DC'],
  ['Ohio', 'OH'],
])('finds the state in the address %j', (address, state) => {
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
  '7 Georgia Avenue',
  '4 Newtexas',
  'Texas, Canada',
  '4 Pier Road, USA',
  '4 Pier Road, US',
  '4 Pier Road, Boston, ZZ',
  '4 Pier Road, Boston, MA 021',
  '4 Pier Road, Boston, MA, Canada',
])('finds no state in the address %j', (address) => {
  expect(stateOf(address)).toBeNull()
})

it.each([
  [' Georgia ', { code: 'GA', name: 'Georgia' }],
  ['NEW YORK', { code: 'NY', name: 'New York' }],
  ['ny', { code: 'NY', name: null }],
  ['Savannah, GA', null],
  ['New York City', null],
  ['', null],
])('reads the state from the text %j', (text, state) => {
  expect(namedState(text)).toEqual(state)
})

it.each([
  ['1450 Gateway Commerce Parkway, Savannah, GA 31407', ['ga', 'georgia']],
  ['9 Wall Street, New York, NY', ['ny', 'new york']],
  // The city has the same name as another state.
  ['12 Main Street, Nevada, MO 64772-1234', ['mo', 'missouri', 'nevada']],
  ['1 F Street, Washington,DC', ['washington', 'dc', 'district of columbia']],
  ['3 Peach Lane, Atlanta, georgia 30303', ['ga', 'georgia']],
  ['Ohio', ['oh', 'ohio']],
  ['4 Washington Street, Kansas City, MO', ['mo', 'missouri']],
  ['7 Georgia Avenue', []],
  [null, []],
])('converts the location %j to the search terms %j', (address, texts) => {
  expect(stateTextsOf(address)).toEqual(texts)
})
