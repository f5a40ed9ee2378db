import { compareFigures, parseMoney, sumMoney, sumPercent, type Money } from '#domain/money.ts'
import type { Percent } from '#domain/money.ts'
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { concentrationOf, type HeldLoan } from './concentration.ts'

const held = (amount: string, day: string | null, isEstimated: boolean): HeldLoan => ({
  propertyType: null,
  propertyAddress: null,
  interestRate: '7.25' as Percent,
  maturity: { day, isEstimated },
  amount: parseMoney(amount) as Money,
})

it('combines known and estimated maturities in each quarter, and lists unknown maturities last', () => {
  const { byMaturity } = concentrationOf([
    held('10.00', null, false),
    held('50.00', '2028-02-29', true),
    held('25.00', '2028-03-31', false),
    held('15.00', '2027-12-31', true),
  ])
  expect(byMaturity).toEqual([
    { name: 'Q4 2027', amount: '15.00', percentage: '15.00', estimatedAmount: '15.00' },
    { name: 'Q1 2028', amount: '75.00', percentage: '75.00', estimatedAmount: '50.00' },
    { name: 'Not set', amount: '10.00', percentage: '10.00', estimatedAmount: '0.00' },
  ])
})

it('splits binding amounts by maturity, accurate to the cent, with shares that total exactly 100%', () => {
  const loan = fc
    .record({
      cents: fc.integer({ min: 1, max: 999_999_999 }),
      day: fc.constantFrom('2027-01-31', '2027-02-01', '2028-09-30', null),
      isEstimated: fc.boolean(),
    })
    .map(({ cents, day, isEstimated }) =>
      held((cents / 100).toFixed(2), day, isEstimated && day !== null),
    )
  fc.assert(
    fc.property(fc.array(loan, { minLength: 1 }), (loans) => {
      const { byMaturity, bindingAmount } = concentrationOf(loans)
      expect(sumMoney(byMaturity.map(({ amount }) => amount))).toBe(bindingAmount)
      expect(sumPercent(byMaturity.map(({ percentage }) => percentage))).toBe('100.00')
      expect(sumMoney(byMaturity.map((slice) => slice.estimatedAmount))).toBe(
        sumMoney(loans.filter((each) => each.maturity.isEstimated).map(({ amount }) => amount)),
      )
      for (const { amount, estimatedAmount } of byMaturity)
        expect(compareFigures(estimatedAmount, amount)).toBeLessThanOrEqual(0)
    }),
  )
})
