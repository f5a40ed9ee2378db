import { parseRate, roundRate, type Percent, type Rate } from '#domain/money.ts'
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { exactRate, settleRates } from './note-rate.ts'

const percent = (text: string) => text as Percent
const rate = (text: string) => text as Rate
const stored = { interestRate: percent('7.13'), noteRate: rate('7.125') }

it('sets the interest rate to the rounded note rate', () => {
  expect(settleRates({ interestRate: percent('9.00'), noteRate: rate('7.125') }, null)).toEqual(
    stored,
  )
  expect(settleRates({ noteRate: rate('6.875') }, stored)).toEqual({
    interestRate: '6.88',
    noteRate: '6.875',
  })
})

it('clears an exact note rate that equals the interest rate', () => {
  expect(settleRates({ noteRate: rate('7.10') }, stored)).toEqual({
    interestRate: '7.10',
    noteRate: null,
  })
})

it("clears an exact note rate that doesn't round to the new interest rate", () => {
  expect(settleRates({ interestRate: percent('7.13') }, stored)).toEqual(stored)
  expect(settleRates({ interestRate: percent('7.25') }, stored)).toEqual({
    interestRate: '7.25',
    noteRate: null,
  })
})

it('keeps the interest rate when the exact note rate is cleared', () => {
  expect(settleRates({ noteRate: null }, stored)).toEqual({ interestRate: '7.13', noteRate: null })
  expect(settleRates({}, stored)).toEqual(stored)
})

it('always returns an exact note rate that rounds to the interest rate', () => {
  const rates = fc
    .integer({ min: 1, max: 99_999_000 })
    .map((units) => parseRate((units / 100_000).toFixed(5)))
  fc.assert(
    fc.property(rates, rates, (first, second) => {
      if (first === null || second === null) throw new Error('The generator made no rate')
      const made = settleRates({ interestRate: roundRate(second), noteRate: first }, null)
      expect(roundRate(exactRate(made) as Rate)).toBe(made.interestRate)
      const changed = settleRates({ interestRate: roundRate(second) }, made)
      expect(roundRate(exactRate(changed) as Rate)).toBe(roundRate(second))
    }),
  )
})
