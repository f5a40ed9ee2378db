import { expect, test } from 'vitest'
import { plainFigure } from './typed-money.ts'

test.each([
  ['1250000', '1250000'],
  ['1,250,000', '1250000'],
  [' $1,250,000.50 ', '1250000.50'],
  ['USD 1 250 000', '1250000'],
  ['1\u00a0250\u202f000', '1250000'],
  ['9999999999999.99', '9999999999999.99'],
  ['.5', '.5'],
  ['-12,345.678', '-12345.678'],
  ['', ''],
])('%j is the figure %j', (pasted, plain) => {
  expect(plainFigure(pasted)).toBe(plain)
})

test.each(['12e3', '1.250.000', 'two million', '1-2'])('%j stays as pasted', (pasted) => {
  expect(plainFigure(pasted)).toBe(pasted)
})
