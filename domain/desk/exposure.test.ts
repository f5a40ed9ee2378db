import { parseMoney, type Money } from '#domain/money.ts'
import { expect, it } from 'vitest'
import {
  isExposureOrder,
  slicesByLender,
  slicesByRate,
  slicesBySize,
  slicesByYear,
} from './exposure.ts'

// Each is a well-formed amount.
const money = (text: string) => parseMoney(text) as Money

const keys = (slices: { key: string | null }[]) => slices.map(({ key }) => key)

it('lists the largest first, and what has no key under a name of its own', () => {
  const sums = [
    { key: 'Hotel', amount: money('25.00') },
    { key: null, amount: money('25.00') },
    { key: 'Office', amount: money('50.00') },
  ]
  expect(slicesBySize(sums, money('100.00'), 'Not specified')).toEqual([
    { name: 'Office', key: 'Office', amount: '50.00', percentage: '50.00' },
    { name: 'Hotel', key: 'Hotel', amount: '25.00', percentage: '25.00' },
    { name: 'Not specified', key: 'none', amount: '25.00', percentage: '25.00' },
  ])
})

it('lists years and rates in their order, and no maturity last', () => {
  const sums = ['2031', null, '2029'].map((key) => ({ key, amount: money('1.00') }))
  expect(keys(slicesByYear(sums, money('3.00')))).toEqual(['2029', '2031', 'none'])
  const rates = ['11', '7'].map((key) => ({ key, amount: money('1.00') }))
  expect(slicesByRate(rates, money('2.00'))).toMatchObject([
    { name: '7.00% to 7.99%', key: '7' },
    { name: '11.00% to 11.99%', key: '11' },
  ])
})

it('adds up the lenders that are not listed', () => {
  const largest = [{ id: 'a', name: 'Rosa Field', amount: money('60.00') }]
  expect(slicesByLender(largest, 1, money('60.00'))).toHaveLength(1)
  expect(slicesByLender(largest, 3, money('100.00'))[1]).toEqual({
    name: '2 other lenders',
    key: null,
    amount: '40.00',
    percentage: '40.00',
  })
  expect(slicesByLender([], 0, money('0.00'))).toEqual([])
})

it.each([
  ['gap', true],
  ['-gap', true],
  ['--gap', false],
  ['newest', false],
  ['', false],
])('knows the order %s: %s', (text, isOne) => {
  expect(isExposureOrder(text)).toBe(isOne)
})
