import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { compareFigures, sumMoney, type Money, type Percent } from '#domain/money.ts'
import { capitalOf, describeLtvGap, isLtvInDoubt, proposedLtv } from './capital.ts'
import { isLtvAsComplete, type ValuedLoan } from './ltv-basis.ts'

const print = (hundredths: bigint) =>
  `${hundredths / 100n}.${String(hundredths % 100n).padStart(2, '0')}`
const money = (cents: bigint) => print(cents) as Money
const percent = (basisPoints: bigint) => print(basisPoints) as Percent

const millrace: ValuedLoan = {
  amount: '14250000.00' as Money,
  ltv: '68.18' as Percent,
  asIsValue: '20900000.00' as Money,
  asCompleteValue: '22800000.00' as Money,
}

it("returns the loan, the equity, and the bar width for each of the property's values", () => {
  expect(capitalOf(millrace)).toEqual([
    {
      basis: 'asIs',
      value: '20900000.00',
      ltv: '68.18',
      equity: '6650000.00',
      width: 91,
      within: 68,
    },
    {
      basis: 'asComplete',
      value: '22800000.00',
      ltv: '62.50',
      equity: '8550000.00',
      width: 100,
      within: 62,
    },
  ])
  expect(capitalOf({ ...millrace, asIsValue: null }).map(({ basis }) => basis)).toEqual([
    'asComplete',
  ])
  expect(capitalOf({ ...millrace, asIsValue: null, asCompleteValue: null })).toEqual([])
})

it("draws to the same scale a loan that exceeds the property's value, and marks the part that the value covers", () => {
  const yards = { amount: '48000000.00', asIsValue: '11400000.00', asCompleteValue: '80000000.00' }
  expect(capitalOf({ ...yards, ltv: null } as ValuedLoan)).toMatchObject([
    { ltv: '421.05', equity: '-36600000.00', width: 60, within: 23 },
    { ltv: '60.00', equity: '32000000.00', width: 100, within: 60 },
  ])
})

const positive = fc.bigInt({ min: 1n, max: 999_999_999_999_999n })

it("returns a loan amount and an equity that add up to the property's value, to the cent", () => {
  fc.assert(
    fc.property(positive, positive, positive, (amount, asIs, asComplete) => {
      const rows = capitalOf({
        amount: money(amount),
        ltv: null,
        asIsValue: money(asIs),
        asCompleteValue: money(asComplete),
      })
      for (const { value, equity } of rows) expect(sumMoney([money(amount), equity])).toBe(value)
      expect(Math.max(...rows.map(({ width }) => width))).toBe(100)
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
      })
      const basisPoints = BigInt((row?.ltv ?? '').replace('.', ''))
      // This checks without division that |ltv − amount ÷ value| is at most half a basis point.
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
        ltv: null,
      }
      const ltv = capitalOf(loan)[0]?.ltv ?? percent(0n)
      expect(isLtvInDoubt({ ...loan, ltv })).toBe(false)
      expect(compareFigures(ltv, percent(0n))).toBeGreaterThanOrEqual(0)
    }),
  )
})

it('suggests an LTV computed from the amount and the as-is value if the field allows that LTV', () => {
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
