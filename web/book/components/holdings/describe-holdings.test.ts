import { expect, test } from 'vitest'
import { wholePercent, zeroMoney, zeroPercent, type Money } from '#domain/money.ts'
import { describeHoldings, holdingsOf } from './describe-holdings.ts'

const ten = { share: wholePercent(10), amount: '250000.00' as Money }
const five = { share: wholePercent(5), amount: '125000.00' as Money }
const nothing = { share: zeroPercent, amount: zeroMoney }

test("describes a lender's position to the lender and to an administrator", () => {
  expect(describeHoldings(null, { binding: ten, soft: five })).toBe(
    'You already hold 10% ($250,000.00) binding and 5% ($125,000.00) soft.',
  )
  expect(describeHoldings('Dora Brook', { binding: nothing, soft: five })).toBe(
    'Dora Brook already holds 5% ($125,000.00) soft.',
  )
  expect(describeHoldings(null, { binding: null, soft: null })).toBe(
    'You hold nothing in this loan yet.',
  )
  expect(describeHoldings('Dora Brook', holdingsOf(undefined))).toBe(
    'Dora Brook holds nothing in this loan yet.',
  )
})
