import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatCents, type Money } from './money.ts'
import { parseTypedAmount, plainDollars, plainPercent } from './parse-typed-money.ts'

const money = (cents: bigint) => `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}` as Money
const anyAmount = fc.bigInt({ min: 0n, max: 999_999_999_999_999n }).map(money)

const misplaced = fc
  .tuple(
    fc.bigInt({ min: 1n, max: 9_999_999_999_999n }).map(String),
    fc.nat(),
    fc.constantFrom('', '.5', '.00'),
  )
  .map(([digits, at, decimals]) => {
    const place = at % (digits.length + 1)
    return { text: `${digits.slice(0, place)},${digits.slice(place)}${decimals}`, digits }
  })
  .filter(({ text, digits }) => text.split('.')[0] !== BigInt(digits).toLocaleString('en-US'))

describe('dollar amounts', () => {
  it.each([
    ['1250000', '1250000'],
    ['1,250,000', '1250000'],
    [' $1,250,000.50 ', '1250000.50'],
    ['US$ 1,250,000', '1250000'],
    ['USD 1 250 000', '1250000'],
    ['1\u00a0250\u202f000', '1250000'],
    ['12,500 usd', '12500'],
    ['9999999999999.99', '9999999999999.99'],
    ['$1,250,000.00', '1250000'],
    ['1250000.', '1250000'],
    ['1250.5000', '1250.50'],
    ['-12,345.678', '-12345.678'],
  ])('parses the dollar amount in %j as %j', (text, plain) => {
    expect(plainDollars(text)).toBe(plain)
  })

  it.each([
    '',
    '$',
    ',5',
    '.5',
    '1,50',
    '10000,00',
    '1,2500',
    '12,34,567',
    '1 250,000',
    '1250,000',
    '12e3',
    '1.250.000',
    '1.250.000,00',
    '950.000',
    '$1.250',
    '€5',
    '1-2',
    'two million',
  ])('finds no dollar amount in %j', (text) => {
    expect(plainDollars(text)).toBeNull()
  })

  it("rejects amounts with commas that don't separate thousands", () => {
    fc.assert(
      fc.property(misplaced, ({ text }) => {
        expect(plainDollars(text)).toBeNull()
      }),
    )
  })
})

it.each([
  ['7.25 %', '7.25'],
  ['7.2500', '7.25'],
  ['-1', '-1'],
  ['7,25', null],
  ['%', null],
])('finds the percentage in %j: %j', (text, plain) => {
  expect(plainPercent(text)).toBe(plain)
})

describe('an entered amount', () => {
  it('parses an entered amount, with or without the dollar sign and separators', () => {
    fc.assert(
      fc.property(anyAmount, (amount) => {
        const printed = formatCents(amount)
        for (const text of [printed, printed.slice(1), ` ${printed} `, amount])
          expect(parseTypedAmount(text)).toBe(amount)
      }),
    )
  })

  it.each([
    ['k', 3],
    ['m', 6],
  ])('multiplies a typed amount by its suffix %s, to the cent', (letter, zeros) => {
    const max = 999_999_999_999_999n
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max }), (cents) => {
        // The number has as many decimal places as the multiplier (k or m) has zeros, plus two.
        const digits = String(cents).padStart(zeros + 3, '0')
        const figure = `${digits.slice(0, -zeros - 2)}.${digits.slice(-zeros - 2)}`
        expect(parseTypedAmount(`${figure}${letter}`)).toBe(money(cents))
        expect(parseTypedAmount(`$${figure} ${letter.toUpperCase()}`)).toBe(money(cents))
        expect(parseTypedAmount(`${figure}1${letter}`)).toBeNull()
      }),
    )
  })

  it('parses a partially typed amount as the digits typed so far or as a missing amount', () => {
    fc.assert(
      fc.property(anyAmount, (amount) => {
        const printed = formatCents(amount)
        for (let end = 0; end <= printed.length; end += 1) {
          const text = printed.slice(0, end)
          const read = parseTypedAmount(text)
          if (read !== null) expect(formatCents(read)).toMatch(new RegExp(`^\\${text}`))
        }
      }),
    )
  })

  it.each([
    ['1500000', '1500000.00'],
    ['$1,500,000', '1500000.00'],
    ['$ 1,500,000.5', '1500000.50'],
    ['1500000.', '1500000.00'],
    ['1.5m', '1500000.00'],
    ['$7.55M', '7550000.00'],
    ['$ 1,250.5 K', '1250500.00'],
    ['0.25m', '250000.00'],
    ['1.23456789m', '1234567.89'],
    ['0k', '0.00'],
  ])('parses the typed amount %s', (text, amount) => {
    expect(parseTypedAmount(text)).toBe(amount)
  })

  it.each([
    '',
    '-5',
    '-5k',
    'm',
    '1.5mm',
    '1.5bn',
    '1.234567891m',
    '1.234567k',
    '1.234',
    '1,50',
    '10000,00',
    'ten',
    '99999999999999',
  ])("doesn't parse the typed amount %j", (text) => {
    expect(parseTypedAmount(text)).toBeNull()
  })
})
