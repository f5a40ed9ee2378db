import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { compareFigures, sumMoney, type Money, type Percent } from '#domain/money.ts'
import {
  capitalOf,
  describeLtvDoubt,
  describeLtvGap,
  isLtvInDoubt,
  proposedLtv,
  type BuiltLoan,
} from './capital.ts'
import { isLtvAsComplete, type ValuedLoan } from './ltv-basis.ts'

const print = (hundredths: bigint) =>
  `${hundredths / 100n}.${String(hundredths % 100n).padStart(2, '0')}`
const money = (cents: bigint) => print(cents) as Money
const percent = (basisPoints: bigint) => print(basisPoints) as Percent

const millrace: BuiltLoan = {
  totalCost: null,
  amount: '14250000.00' as Money,
  ltv: '68.18' as Percent,
  asIsValue: '20900000.00' as Money,
  asCompleteValue: '22800000.00' as Money,
}

it("returns the loan, the equity, and the bar width for each of the property's values", () => {
  expect(capitalOf(millrace)).toEqual({
    rows: [
      {
        basis: 'asIs',
        value: '20900000.00',
        percentage: '68.18',
        equity: '6650000.00',
        width: 91,
        within: 68,
      },
      {
        basis: 'asComplete',
        value: '22800000.00',
        percentage: '62.50',
        equity: '8550000.00',
        width: 100,
        within: 62,
      },
    ],
    undrawn: null,
  })
  expect(basesOf({ ...millrace, asIsValue: null })).toEqual(['asComplete'])
  expect(basesOf({ ...millrace, asIsValue: null, asCompleteValue: null })).toEqual([])
})

const basesOf = (loan: BuiltLoan) => capitalOf(loan).rows.map(({ basis }) => basis)

const yards: BuiltLoan = {
  amount: '48000000.00' as Money,
  ltv: '60.00' as Percent,
  asIsValue: '11400000.00' as Money,
  asCompleteValue: '80000000.00' as Money,
  totalCost: '68500000.00' as Money,
}

it('compares a construction loan with its cost and labels the as-is value as land', () => {
  expect(capitalOf(yards)).toEqual({
    rows: [
      {
        basis: 'cost',
        value: '68500000.00',
        percentage: '70.07',
        equity: '20500000.00',
        width: 85,
        within: 70,
      },
      {
        basis: 'asComplete',
        value: '80000000.00',
        percentage: '60.00',
        equity: '32000000.00',
        width: 100,
        within: 60,
      },
    ],
    undrawn: { value: '11400000.00', isLand: true },
  })
  const land = { value: '11400000.00', isLand: true }
  expect(capitalOf({ ...yards, totalCost: null })).toMatchObject({
    rows: [{ basis: 'asComplete' }],
    undrawn: land,
  })
  expect(capitalOf({ ...yards, asCompleteValue: null })).toMatchObject({
    rows: [{ basis: 'cost' }],
    undrawn: land,
  })
})

it('shows the cost only if the as-is value is below the loan amount or the LTV is based on the as-complete value', () => {
  const totalCost = '21000000.00' as Money
  expect(basesOf({ ...millrace, totalCost })).toEqual(['asIs', 'asComplete'])
  expect(basesOf({ ...millrace, totalCost, asIsValue: null })).toEqual(['cost', 'asComplete'])
  const onCompletion = { ...millrace, totalCost, ltv: '62.50' as Percent }
  expect(basesOf(onCompletion)).toEqual(['cost', 'asComplete'])
  expect(capitalOf(onCompletion).undrawn).toEqual({ value: '20900000.00', isLand: false })
})

it("shows which part of a loan exceeds the property's value if the property has only one value", () => {
  expect(capitalOf({ ...yards, totalCost: null, asCompleteValue: null })).toEqual({
    rows: [
      {
        basis: 'asIs',
        value: '11400000.00',
        percentage: '421.05',
        equity: null,
        width: 100,
        within: 23,
      },
    ],
    undrawn: null,
  })
})

const positive = fc.bigInt({ min: 1n, max: 999_999_999_999_999n })
const maybe = fc.option(positive)

it('returns a loan amount and a nonnegative equity that add up to the cost or value, to the cent', () => {
  fc.assert(
    fc.property(positive, maybe, maybe, maybe, (amount, asIs, asComplete, cost) => {
      const figure = (cents: bigint | null) => (cents === null ? null : money(cents))
      const { rows } = capitalOf({
        amount: money(amount),
        ltv: null,
        asIsValue: figure(asIs),
        asCompleteValue: figure(asComplete),
        totalCost: figure(cost),
      })
      for (const { value, equity } of rows)
        if (compareFigures(value, money(amount)) < 0) expect(equity).toBeNull()
        else expect(equity && sumMoney([money(amount), equity])).toBe(value)
      if (rows.length > 0) expect(Math.max(...rows.map(({ width }) => width))).toBe(100)
    }),
  )
})

it('rounds the LTV from the exact fraction, with halves rounded up', () => {
  fc.assert(
    fc.property(positive, positive, (amount, value) => {
      const [row] = capitalOf({
        amount: money(amount),
        ltv: null,
        asIsValue: money(value),
        asCompleteValue: null,
        totalCost: null,
      }).rows
      const basisPoints = BigInt((row?.percentage ?? '').replace('.', ''))
      // Checks without division that |ltv − amount ÷ value| is at most half a basis point.
      const distance = 20_000n * amount - 2n * basisPoints * value
      expect(distance >= -value && distance < value).toBe(true)
    }),
  )
})

it('flags an entered LTV only if it differs from the LTV of each value by more than one point', () => {
  const entered = (ltv: string) => isLtvInDoubt({ ...millrace, ltv: ltv as Percent })
  expect(['68.18', '69.18', '67.18', '62.50', '61.50', '63.50'].filter(entered)).toEqual([])
  expect(
    ['69.19', '67.17', '63.51', '61.49', '0.00', '100.00'].filter((ltv) => !entered(ltv)),
  ).toEqual([])
  expect(isLtvInDoubt({ ...millrace, ltv: null })).toBe(false)
  expect(isLtvInDoubt({ ...millrace, asIsValue: null, asCompleteValue: null })).toBe(false)
})

it("never flags an LTV that was computed from one of the property's values", () => {
  fc.assert(
    fc.property(positive, positive, (amount, value) => {
      const loan = {
        amount: money(amount),
        asIsValue: money(value),
        asCompleteValue: null,
        totalCost: null,
        ltv: null,
      }
      const ltv = capitalOf(loan).rows[0]?.percentage ?? percent(0n)
      expect(isLtvInDoubt({ ...loan, ltv })).toBe(false)
      expect(compareFigures(ltv, percent(0n))).toBeGreaterThanOrEqual(0)
    }),
  )
})

it("reports which property values a stated LTV doesn't match", () => {
  const stated = (loan: BuiltLoan, ltv: string) =>
    describeLtvDoubt({ ...loan, ltv: ltv as Percent })
  expect(stated(millrace, '75.00')).toBe(
    'The stated LTV is 75.00%; the loan is 68.18% of as-is value and 62.50% of as-complete value.',
  )
  expect(stated(millrace, '68.00')).toBeNull()
  expect(stated(yards, '65.00')).toBe(
    'The stated LTV is 65.00%; the loan is 60.00% of as-complete value.',
  )
  expect(stated({ ...yards, asCompleteValue: null }, '65.00')).toBe(
    'The stated LTV is 65.00%; the loan is 70.07% of total cost.',
  )
})

it("suggests an LTV computed from the amount and the as-is value if that LTV is in the field's range", () => {
  expect(proposedLtv(millrace)).toBe('68.18')
  expect(proposedLtv({ ...millrace, amount: null })).toBeNull()
  expect(proposedLtv({ ...millrace, asIsValue: null })).toBeNull()
  expect(proposedLtv({ ...millrace, asIsValue: '0.00' as Money })).toBeNull()
  expect(proposedLtv({ ...millrace, asIsValue: '1000000.00' as Money })).toBeNull()
})

it('reports an entered LTV that differs from the as-is LTV by more than one point', () => {
  const gap = (ltv: string) => describeLtvGap({ ...millrace, ltv: ltv as Percent })
  for (const near of ['68.18', '67.18', '69.18']) expect(gap(near)).toBeNull()
  expect(gap('69.19')).toEqual({
    text: 'The amount is 68.18% of the as-is value, not 69.19%.',
    isInDoubt: true,
  })
  expect(gap('62.00')).toEqual({
    text: 'This is on the as-complete value. The amount is 68.18% of the as-is value.',
    isInDoubt: false,
  })
})

it.each([
  { ltv: '62.50', asIs: '20900000.00', asComplete: '22800000.00', isAsComplete: true },
  { ltv: '63.50', asIs: null, asComplete: '22800000.00', isAsComplete: true },
  { ltv: '68.18', asIs: '20900000.00', asComplete: '22800000.00', isAsComplete: false },
  { ltv: '62.50', asIs: '22800000.00', asComplete: '22900000.00', isAsComplete: false },
  { ltv: '55.00', asIs: '20900000.00', asComplete: '22800000.00', isAsComplete: false },
  { ltv: '62.50', asIs: '20900000.00', asComplete: null, isAsComplete: false },
  { ltv: null, asIs: '20900000.00', asComplete: '22800000.00', isAsComplete: false },
])(
  'reports whether the LTV $ltv matches only the as-complete value $asComplete and not the as-is value $asIs: $isAsComplete',
  ({ ltv, asIs, asComplete, isAsComplete }) => {
    const loan = { ...millrace, ltv, asIsValue: asIs, asCompleteValue: asComplete } as ValuedLoan
    expect(isLtvAsComplete(loan)).toBe(isAsComplete)
  },
)
