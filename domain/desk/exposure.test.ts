import { parseMoney, zeroMoney, type Money, type Percent } from '#domain/money.ts'
import { expect, it } from 'vitest'
import {
  isExposureOrder,
  nameOfKey,
  slicesByLender,
  slicesByRate,
  slicesBySize,
  slicesByYear,
} from './exposure.ts'

const money = (text: string) => parseMoney(text) as Money

const keys = (slices: { key: string | null }[]) => slices.map(({ key }) => key)

it('sorts exposure slices by amount, largest first, and labels a slice without a name', () => {
  const sums = [
    { key: 'Hotel', amount: money('25.00') },
    { key: null, amount: money('25.00') },
    { key: 'Office', amount: money('50.00') },
  ]
  expect(slicesBySize(sums, 'Not specified')).toEqual([
    { name: 'Office', key: 'Office', amount: '50.00', percentage: '50.00' },
    { name: 'Hotel', key: 'Hotel', amount: '25.00', percentage: '25.00' },
    { name: 'Not specified', key: 'none', amount: '25.00', percentage: '25.00' },
  ])
})

it('gives an unnamed slice of the exposure a different key from a slice named "none"', () => {
  const names = ['none', '~none', 'Hotel', null]
  const sums = names.map((key) => ({ key, amount: money('1.00') }))
  const found = keys(slicesBySize(sums, 'Not specified'))
  expect(new Set(found).size).toBe(names.length)
  expect(found.map((key) => nameOfKey(key ?? '')).toSorted()).toEqual(names.toSorted())
})

it("returns percentages that total 100 even if separately rounded percentages wouldn't", () => {
  const three = ['7', '8', '9'].map((key) => ({
    key,
    amount: money('1.00'),
    estimatedAmount: money('0.00'),
  }))
  const shares = (slices: { percentage: Percent }[]) => slices.map(({ percentage }) => percentage)
  const thirds = ['33.34', '33.33', '33.33']
  expect(shares(slicesBySize(three, 'Other'))).toEqual(thirds)
  expect(shares(slicesByYear(three))).toEqual(thirds)
  expect(shares(slicesByRate(three))).toEqual(thirds)
  const lenders = [lender('a'), lender('b')]
  expect(shares(slicesByLender(lenders, 5, money('180.00'), zeroMoney))).toEqual(thirds)
})

it('sorts years and rates in ascending order and puts loans without a maturity last', () => {
  const sums = ['2031', null, '2029'].map((key) => ({
    key,
    amount: money('1.00'),
    estimatedAmount: money('0.40'),
  }))
  expect(slicesByYear(sums)).toMatchObject([
    { name: '2029', key: '2029', estimatedAmount: '0.40' },
    { name: '2031', key: '2031' },
    { name: 'Not set', key: 'none' },
  ])
  const rates = ['11', '7'].map((key) => ({ key, amount: money('1.00') }))
  expect(slicesByRate(rates)).toMatchObject([
    { name: '7.00% to 7.99%', key: '7' },
    { name: '11.00% to 11.99%', key: '11' },
  ])
})

const lender = (id: string, companyName: string | null = null, name = 'Rosa Field') => ({
  id,
  name,
  companyName,
  email: `${id}@example.com`,
  amount: money('60.00'),
})

it("puts a lender's company before the name, and distinguishes namesakes by email address", () => {
  const named = (...lenders: ReturnType<typeof lender>[]) =>
    slicesByLender(lenders, lenders.length, money('60.00'), zeroMoney).map(({ name }) => name)
  expect(named(lender('a', 'Quay Bank'), lender('b', null, 'Ann Hill'))).toEqual([
    'Quay Bank · Rosa Field',
    'Ann Hill',
  ])
  expect(named(lender('a', 'Quay Bank'), lender('b'), lender('c', 'Pier'))).toEqual([
    'Quay Bank · Rosa Field',
    'Rosa Field',
    'Pier · Rosa Field',
  ])
  expect(named(lender('a', 'Pier'), lender('b', 'Pier'))).toEqual([
    'Pier · Rosa Field · a@example.com',
    'Pier · Rosa Field · b@example.com',
  ])
})

it("shows one total for all lenders that the exposure doesn't list individually", () => {
  const largest = [lender('a')]
  expect(slicesByLender(largest, 1, money('60.00'), zeroMoney)).toHaveLength(1)
  expect(slicesByLender(largest, 3, money('100.00'), zeroMoney)[1]).toEqual({
    name: '2 other lenders',
    key: null,
    amount: '40.00',
    percentage: '40.00',
  })
  expect(slicesByLender([], 0, zeroMoney, zeroMoney)).toEqual([])
})

it("lists the originator's holds after the lenders, whose shares are of all binding amounts", () => {
  expect(slicesByLender([lender('a')], 2, money('80.00'), money('20.00'))).toMatchObject([
    { key: 'a', percentage: '60.00' },
    { name: '1 other lender', percentage: '20.00' },
    { name: "Originator's hold", key: null, amount: '20.00', percentage: '20.00' },
  ])
  expect(slicesByLender([], 0, zeroMoney, money('20.00'))).toHaveLength(1)
})

it.each([
  ['gap', true],
  ['-gap', true],
  ['--gap', false],
  ['newest', false],
  ['', false],
])('reports whether the exposure\'s loans can be sorted by "%s": %s', (text, isOne) => {
  expect(isExposureOrder(text)).toBe(isOne)
})
