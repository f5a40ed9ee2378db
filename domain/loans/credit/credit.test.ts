import { bareLoan } from '#test/support/bare-loan.ts'
import type { Money, Percent, Rate } from '#domain/money.ts'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { creditOf, formatPerUnit, yearlyDebtService, type CreditFacts } from './credit.ts'

// The cast lets the tests write figures as plain strings.
const loan = (given: { [Fact in keyof CreditFacts]?: string | number | null }) =>
  ({ ...bareLoan, ...given }) as unknown as CreditFacts

describe('the credit ratios of a loan', () => {
  it('returns no credit ratios for a loan without income, cost, or size', () => {
    expect(Object.values(creditOf(loan({})))).toEqual(Array.from({ length: 7 }, () => null))
  })

  it("divides the income by the loan amount for the debt yield and by one year's interest for the DSCR", () => {
    const credit = creditOf(
      loan({
        amount: '14250000',
        interestRate: '8.15',
        noiInPlace: '1302000',
        noiStabilized: '1495000',
      }),
    )
    expect(credit).toMatchObject({
      debtYield: '9.14',
      debtYieldStabilized: '10.49',
      dscr: '1.12',
      dscrStabilized: '1.29',
      dscrBasis: 'interestOnly',
    })
  })

  it('divides the income by twelve level payments if the loan is amortizing', () => {
    const amortizing = { amount: '1000000', interestRate: '6.00', amortizationMonths: 360 }
    // The level payment is 5,995.5052515 a month.
    expect(yearlyDebtService(loan(amortizing))).toBe('71946.06')
    expect(creditOf(loan({ ...amortizing, noiInPlace: '100000' }))).toMatchObject({
      dscr: '1.39',
      dscrBasis: 'amortizing',
    })
  })

  it('uses only the interest as debt service while the loan is interest-only', () => {
    const both = { amortizationMonths: 360, noiInPlace: '100000' }
    expect(creditOf(loan({ ...both, interestOnlyMonths: 12 })).dscrBasis).toBe('interestOnly')
    expect(creditOf(loan({ ...both, interestOnlyMonths: 0 })).dscrBasis).toBe('amortizing')
  })

  it('computes debt service with the exact note rate', () => {
    const rates = { amount: '10000000', interestRate: '7.13', noteRate: '7.125' }
    expect(yearlyDebtService(loan(rates))).toBe('712500.00')
  })

  it('never rounds a debt service coverage ratio below 1 up to 1.00', () => {
    const dscrOf = (noiInPlace: string) =>
      creditOf(loan({ amount: '1000000', interestRate: '10.00', noiInPlace })).dscr
    expect(
      ['99499.99', '99500', '99600', '99999.99', '100000', '100499.99', '100500'].map(dscrOf),
    ).toEqual(['0.99', '0.99', '0.99', '0.99', '1.00', '1.00', '1.01'])
    expect(dscrOf('0')).toBe('0.00')
  })

  it("divides the loan amount by the total cost and by the property's size", () => {
    const figures = { amount: '48000000', totalCost: '68500000', size: '312.50' }
    expect(creditOf(loan(figures))).toMatchObject({ ltc: '70.07', amountPerUnit: '153600.00' })
  })
})

const cents = (max: number) =>
  fc.integer({ min: 1, max }).map((value) => (value / 100).toFixed(2) as Money)
const anyFacts = fc.record({
  amount: cents(99_999_999_999),
  noiInPlace: cents(9_999_999_999),
  noteRate: fc
    .integer({ min: 1, max: 2_500_000 })
    .map((units) => (units / 100_000).toFixed(5) as Rate),
  amortizationMonths: fc.option(fc.integer({ min: 1, max: 1200 })),
})

describe('debt service', () => {
  it('repays the loan exactly with level payments that cover the interest first', () => {
    fc.assert(
      fc.property(anyFacts, ({ amount, noteRate, amortizationMonths }) => {
        const months = amortizationMonths ?? 360
        const service = yearlyDebtService(loan({ amount, noteRate, amortizationMonths: months }))
        const rate = Number(noteRate) / 1200
        let owed = Number(amount)
        const payment = Number(service) / 12
        for (let month = 0; month < months; month += 1) owed = owed * (1 + rate) - payment
        // The debt service is rounded to the cent, and the error grows with the debt.
        const growth = (1 + rate) ** months
        expect(Math.abs(owed)).toBeLessThanOrEqual(
          (0.005 / 12) * ((growth - 1) / rate) + Number(amount) * growth * 1e-9 + 0.01,
        )
      }),
    )
  })

  it('never returns level payments that are less than the interest', () => {
    fc.assert(
      fc.property(anyFacts, (given) => {
        const interest = yearlyDebtService(loan({ ...given, interestOnlyMonths: 1 }))
        const level = yearlyDebtService(loan({ ...given, amortizationMonths: 1200 }))
        expect(Number(level)).toBeGreaterThanOrEqual(Number(interest))
      }),
    )
  })

  it('returns a ratio of at least 1.00 only if the income covers the debt service', () => {
    fc.assert(
      fc.property(anyFacts, (given) => {
        const missing = Number(yearlyDebtService(loan(given))) - Number(given.noiInPlace)
        const ratio = Number(creditOf(loan(given)).dscr)
        // The debt service is rounded to the cent, so a difference of one cent is ignored.
        if (missing < -0.01) expect(ratio).toBeGreaterThanOrEqual(1)
        if (missing > 0.01) expect(ratio).toBeLessThan(1)
      }),
    )
  })
})

it('returns credit ratios with two decimal places for any figures', () => {
  fc.assert(
    fc.property(anyFacts, (given) => {
      const { debtYield, dscr } = creditOf(loan(given))
      expect([debtYield as Percent, dscr as string].every((text) => /^\d+\.\d\d$/.test(text))).toBe(
        true,
      )
    }),
  )
})

it('formats an amount per unit in whole dollars, or to the cent if the amount is small', () => {
  expect(formatPerUnit('247058.82' as Money, 'keys')).toBe('$247,059 per key')
  expect(formatPerUnit('153.60' as Money, 'sq ft')).toBe('$153.60 per sq ft')
  expect(formatPerUnit('1000.00' as Money, null)).toBe('$1,000 per unit')
})
