import type { Credit } from '#domain/loans/credit/credit.ts'
import type { Percent } from '#domain/money.ts'
import { expect, it } from 'vitest'
import {
  describeDifference,
  describeOddity,
  describeRateConflict,
  joinAddress,
  lacksIncome,
  splitRate,
  statusOfLabel,
} from './loans-of-rows.ts'

it.each([
  [
    { propertyAddress: '12 Mill St', city: 'Portland', state: 'ME', zip: '04101' },
    '12 Mill St, Portland, ME 04101',
  ],
  [
    { propertyAddress: '12 Mill St', city: 'Portland', state: 'Maine', zip: '4101' },
    '12 Mill St, Portland, ME 04101',
  ],
  [
    { propertyAddress: '12 Mill St, Portland, ME 04101', city: 'Portland', state: 'ME' },
    '12 Mill St, Portland, ME 04101',
  ],
  [
    { propertyAddress: '12 Mill St, Portland', city: 'Portland', state: 'ME' },
    '12 Mill St, Portland, ME',
  ],
  [{ propertyAddress: '5 Oak Ct', city: 'Hartford', state: 'CT' }, '5 Oak Ct, Hartford, CT'],
  [{ propertyAddress: '5 Oak CT', city: 'Hartford', state: 'CT' }, '5 Oak CT, Hartford, CT'],
  [{ city: 'Boise', state: 'ID' }, 'Boise, ID'],
  [{ propertyAddress: '5 Oak Ct', city: 'Boise, ID', zip: '83702' }, '5 Oak Ct, Boise, ID 83702'],
  [{ city: 'New York NY' }, 'New York, NY'],
  [{ city: 'St. Louis, Missouri' }, 'St. Louis, MO'],
  [{ city: 'Boise, Downtown' }, 'Boise, Downtown'],
  [{ zip: '04101-1234' }, '04101-1234'],
  [{ propertyAddress: '12 Mill St' }, '12 Mill St'],
  [{}, undefined],
])('joins the address parts %j into %s', (cells, address) => {
  expect(joinAddress(cells)).toBe(address)
})

it('stores an imported rate with more than two decimal places as the exact note rate', () => {
  expect(splitRate({ interestRate: '7.125' })).toEqual({ interestRate: '7.13', noteRate: '7.125' })
  expect(splitRate({ interestRate: '6.87499' })).toEqual({
    interestRate: '6.87',
    noteRate: '6.87499',
  })
  expect(splitRate({ interestRate: '7.25' })).toEqual({ interestRate: '7.25' })
  expect(splitRate({ interestRate: 'none' })).toEqual({ interestRate: 'none' })
})

it.each([
  ['7.25', '7.5', '7.25%'],
  ['7.125', '7.126', '7.125%'],
])('reports that the rate %s contradicts the exact rate %s', (interestRate, noteRate, shown) => {
  expect(describeRateConflict({ interestRate, noteRate })).toBe(
    `The rate in this row is ${shown}. Correct one of the two, or clear one.`,
  )
})

it.each([
  ['7.13', '7.125'],
  ['7.125', '7.125'],
  ['7.25', undefined],
  [undefined, '7.125'],
  ['none', '7.125'],
])('accepts the rate %s with the exact rate %s', (interestRate, noteRate) => {
  expect(describeRateConflict({ interestRate, noteRate })).toBeUndefined()
})

it('parses an imported loan status by its display name', () => {
  expect(['Fully Funded', 'OPEN', 'Active', undefined].map(statusOfLabel)).toEqual([
    ...['funded', 'open', 'Active', undefined],
  ])
})

it('describes an imported ratio that differs from the computed ratio by more than a rounding error', () => {
  const credit = { dscr: '1.18', dscrStabilized: null, debtYield: '9.96' as Percent } as Credit
  expect(describeDifference('dscr', '1.25', credit)).toBe(
    'The file has 1.25x. We compute 1.18x as the DSCR.',
  )
  expect(describeDifference('debtYield', '8.5', credit)).toBe(
    'The file has 8.50%. We compute 9.96% as the debt yield.',
  )
  expect(describeDifference('dscr', '1.19', credit)).toBeUndefined()
  expect(describeDifference('dscrStabilized', '1.25', credit)).toBeUndefined()
  expect(describeDifference('dscr', undefined, credit)).toBeUndefined()
})

it.each([
  ['ltv', '140', 'The loan is larger than the value of its property.'],
  ['ltv', '100', undefined],
  ['state', 'ZZ', 'No state has this name or code.'],
  ['state', 'Maine', undefined],
  ['propertyType', 'Castle', undefined],
])('describes the %s %s as odd with %s', (field, text, message) => {
  expect(describeOddity(field, text)).toBe(message)
})

it('compares a DSCR only with a column of the income that it is computed from', () => {
  expect(lacksIncome('dscr', ['title', 'noiStabilized'])).toBe(true)
  expect(lacksIncome('dscr', ['title', 'noiInPlace'])).toBe(false)
  expect(lacksIncome('ltv', ['title'])).toBe(false)
})
