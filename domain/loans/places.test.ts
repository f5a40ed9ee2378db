import { expect, it } from 'vitest'
import { states } from './addresses.ts'
import { namedState, stateTexts, stateTextsOf } from './places.ts'

it('knows the code and the name of every state', () => {
  expect(stateTexts).toHaveLength(2 * states.size)
  for (const code of states) {
    expect(namedState(code.toLowerCase())).toEqual({ code, name: null })
    expect(stateTextsOf(`1 First Street, Town, ${code} 12345`)).toHaveLength(2)
  }
})

it.each([
  [' Georgia ', { code: 'GA', name: 'Georgia' }],
  ['NEW YORK', { code: 'NY', name: 'New York' }],
  ['ny', { code: 'NY', name: null }],
  ['Savannah, GA', null],
  ['New York City', null],
  ['', null],
])('reads the state in %j', (text, state) => {
  expect(namedState(text)).toEqual(state)
})

it.each([
  ['1450 Gateway Commerce Parkway, Savannah, GA 31407', ['ga', 'georgia']],
  ['9 Wall Street, New York, NY', ['ny', 'new york']],
  // A city that is called like another state.
  ['12 Main Street, Nevada, MO 64772-1234', ['mo', 'missouri', 'nevada']],
  ['1 F Street, Washington,DC', ['washington', 'dc', 'district of columbia']],
  ['3 Peach Lane, Atlanta, georgia 30303', ['georgia']],
  ['Ohio', ['ohio']],
  ['4 Washington Street, Kansas City, MO', ['mo', 'missouri']],
  ['7 Georgia Avenue', []],
  [null, []],
])('finds %j by %j', (address, texts) => {
  expect(stateTextsOf(address)).toEqual(texts)
})
