import { expect, it } from 'vitest'
import { foreignCurrency, percentSigns } from './number-formats.mjs'

it.each([
  ['0.00%', 0.0725, 1],
  ['0.00"%"', 7.25, 0],
  [String.raw`0.00\%`, 7.25, 0],
  ['0.00_%', 7.25, 0],
  ['0.00* %', 7.25, 1],
  ['0.00*%', 7.25, 0],
  ['0.00;-0.00%', 7.25, 0],
  ['0.00;-0.00%', -7.25, 1],
  ['0.00%;[Red]-0.00%;0', 0, 0],
  ['0.00;0.00;0%', 0, 1],
  ['[<1]0.00%;0.00', 0.07, 1],
  ['[<1]0.00%;0.00', 7.25, 0],
  ['0.00";%"', 7.25, 0],
  ['[$-409]0.00%', 0.07, 1],
  ['0%%', 0.07, 2],
  ['General', 7, 0],
])(
  'parses the number format %s for the value %d and finds %d scaling percent signs',
  (format, value, signs) => {
    expect(percentSigns(format, value)).toBe(signs)
  },
)

it.each([
  ['#,##0.00 [$€-407]', '€'],
  ['[$£-809]#,##0', '£'],
  ['[$CAD] #,##0', 'CAD'],
  ['[$$-1009]#,##0', '$ (1009)'],
  ['#,##0 "EUR"', 'EUR'],
  ['#,##0 €', '€'],
  ['[$$-409]#,##0.00', undefined],
  ['[$$-en-US]#,##0.00', undefined],
  ['[$USD] #,##0', undefined],
  ['"$"#,##0.00', undefined],
  ['$#,##0.00_);[Red]\\($#,##0.00\\)', undefined],
  ['[$-409]mmm d', undefined],
  ['#,##0 "sq ft"', undefined],
])('detects the foreign currency in the number format %s: %s', (format, currency) => {
  expect(foreignCurrency(format)).toBe(currency)
})
