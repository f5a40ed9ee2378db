import { expect, test } from 'vitest'
import { highlighted, stepFrom } from './Combobox.tsx'

const ann = { id: 'ann' }
const ben = { id: 'ben' }
const everyone = { id: 'everyone', isDeliberate: true }

test('highlights the first option that matches the typed text but keeps an option that the user chose', () => {
  expect(highlighted([ann, ben, everyone], 'typed')).toBe(ann)
  expect(highlighted([everyone, ben], 'typed')).toBe(ben)
  expect(highlighted([everyone], 'typed')).toBeUndefined()
  expect(highlighted([], 'typed')).toBeUndefined()
})

test('keeps an option highlighted when the list reloads, and clears the highlight if the option disappears', () => {
  expect(highlighted([everyone], { id: 'everyone' })).toBe(everyone)
  expect(highlighted([ann, ben, everyone], { id: 'everyone' })).toBe(everyone)
  expect(highlighted([ann, ben], { id: 'everyone' })).toBeUndefined()
  expect(highlighted([ann], null)).toBeUndefined()
})

test("moves through a list's options in either direction and wraps around at the ends", () => {
  const options = [ann, ben, everyone]
  expect(stepFrom(options, undefined, 1)).toBe(ann)
  expect(stepFrom(options, undefined, -1)).toBe(everyone)
  expect(stepFrom(options, ann, 1)).toBe(ben)
  expect(stepFrom(options, everyone, 1)).toBe(ann)
  expect(stepFrom(options, ann, -1)).toBe(everyone)
  expect(stepFrom([], undefined, 1)).toBeUndefined()
})
