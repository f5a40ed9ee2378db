import { expect, it } from 'vitest'
import { isGrouped, withCommas } from './typed-commas.ts'

it('restores the commas that a number input dropped', () => {
  expect(withCommas('725', [1])).toBe('7,25')
  expect(withCommas('2500000', [1, 4])).toBe('2,500,000')
  expect(withCommas('7', [1])).toBe('7,')
  expect(withCommas('7', [])).toBe('7')
})

it('accepts commas only as thousands separators', () => {
  for (const text of ['2,500,000', '12,500.5', '1,250']) expect(isGrouped(text), text).toBe(true)
  for (const text of ['7,25', '7,', '12,5', '1,2500', '12,34,567', '7.2,5'])
    expect(isGrouped(text), text).toBe(false)
})
