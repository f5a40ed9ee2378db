import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Money, Percent } from '#domain/money.ts'
import { concentrationAfter } from './concentration-after.ts'
import { concentrationOf, type HeldLoan } from './concentration.ts'

const money = (dollars: number) => `${dollars}.00` as Money

const held = (amount: number, state: string, propertyType: string | null): HeldLoan => ({
  amount: money(amount),
  propertyType,
  propertyAddress: `1 Main Street, Town, ${state} 02903`,
  interestRate: '8.00' as Percent,
  maturity: { day: null, isEstimated: false },
})

const book = concentrationOf([held(6_180_000, 'TN', 'Industrial'), held(20_000, 'TN', 'Office')])
const millrace = {
  amount: money(1_425_000),
  propertyType: 'Mixed Use',
  propertyAddress: '218 Millrace Street, Providence, RI 02903',
}

it("adds a share to the concentration in the loan's state and property type", () => {
  expect(concentrationAfter(book, millrace)).toEqual([
    { name: 'RI', before: '0.00', after: '18.70' },
    { name: 'Mixed Use', before: '0.00', after: '18.70' },
  ])
  const more = { ...millrace, ...held(1_240_000, 'TN', 'Office') }
  expect(concentrationAfter(book, more)).toEqual([
    { name: 'TN', before: '100.00', after: '100.00' },
    { name: 'Office', before: '0.30', after: '16.90' },
  ])
})

it('omits a missing state or property type, and starts at 0% without commitments', () => {
  const empty = concentrationOf([])
  expect(concentrationAfter(empty, { ...millrace, propertyType: null })).toEqual([
    { name: 'RI', before: '0.00', after: '100.00' },
  ])
  expect(
    concentrationAfter(empty, { ...millrace, propertyAddress: null, propertyType: null }),
  ).toEqual([])
})

it('returns the same concentration as a position that includes the share', () => {
  const amount = fc.integer({ min: 1, max: 1_000_000_000 })
  const loan = fc.record({
    amount,
    state: fc.constantFrom('TN', 'RI'),
    type: fc.constantFrom('Office', 'Mixed Use'),
  })
  fc.assert(
    fc.property(fc.array(loan), loan, (others, added) => {
      const loans = others.map(({ amount: part, state, type }) => held(part, state, type))
      const next = held(added.amount, added.state, added.type)
      const [state, type] = concentrationAfter(concentrationOf(loans), next)
      const after = concentrationOf([...loans, next])
      const tenths = (slices: { name: string; amount: Money }[], name: string | undefined) => {
        const part = slices.find((slice) => slice.name === name)?.amount ?? '0.00'
        const [cents, all] = [part, after.bindingAmount].map((figure) =>
          BigInt(figure.replace('.', '')),
        ) as [bigint, bigint]
        return (2000n * cents + all) / (2n * all)
      }
      const shown = (share: Percent | undefined) => BigInt((share ?? '').replace('.', '')) / 10n
      expect(shown(state?.after)).toBe(tenths(after.byState, added.state))
      expect(shown(type?.after)).toBe(tenths(after.byPropertyType, added.type))
    }),
  )
})
