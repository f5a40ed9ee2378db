import { parseMoney, parseRate, wholePercent, zeroMoney, type Percent } from '#domain/money.ts'
import { expect, test } from 'vitest'
import {
  describeConcentration,
  describeEffect,
  describeHoldAfter,
  describeInterest,
  describeNewAmount,
  describeSum,
  describeYearlyInterest,
} from './describe-effect.ts'

const inDollars = (text: string) => parseMoney(text) ?? zeroMoney
const amount = inDollars('1425000.00')
const percentage = wholePercent(10)
const held = (binding: number, soft: number) => ({
  binding: wholePercent(binding),
  soft: wholePercent(soft),
})

test('shows the type, amount, and share of a new commitment, and names the lender if the viewer is another user', () => {
  const given = { amount, percentage }
  expect(describeEffect({ ...given, isSoft: false })).toBe('Binding: $1,425,000.00 (10%).')
  expect(describeEffect({ ...given, isSoft: true })).toBe(
    'Indication, not binding: $1,425,000.00 (10%).',
  )
  expect(describeEffect({ ...given, isSoft: false, lenderName: 'Dora Brook' })).toBe(
    'Binding for Dora Brook: $1,425,000.00 (10%).',
  )
  expect(describeEffect({ ...given, isSoft: true, lenderName: 'Dora Brook' })).toBe(
    'Indication for Dora Brook, not binding: $1,425,000.00 (10%).',
  )
})

test("describes the lender's position after a first commitment", () => {
  expect(describeHoldAfter(held(0, 0), { isSoft: false, percentage })).toBe(
    'After this you hold 10% binding.',
  )
})

test("describes the lender's total position after an additional commitment", () => {
  expect(describeSum(held(0, 0), { isSoft: false, percentage })).toBeNull()
  expect(describeSum(held(0, 5), { isSoft: false, percentage })).toBe(
    'After this you hold 10% binding and 5% soft.',
  )
  expect(describeSum(held(0, 5), { isSoft: true, percentage })).toBe(
    'After this you hold 15% soft.',
  )
  expect(describeSum(held(25, 0), { isSoft: false, percentage, lenderName: 'Dora Brook' })).toBe(
    'After this Dora Brook holds 35% binding.',
  )
})

test('describes a position without shares', () => {
  const withdrawn = { isSoft: true, percentage: '0.00' as Percent }
  expect(describeHoldAfter(held(0, 0), withdrawn)).toBe('After this you hold nothing in this loan.')
})

test("computes a share's yearly interest at the exact note rate", () => {
  const rates = { interestRate: '8.15' as Percent, noteRate: null, rateType: null }
  expect(describeYearlyInterest(rates, amount)).toBe('$116,137.50 a year at the note rate, gross.')
  const exact = { ...rates, interestRate: '8.13' as Percent, noteRate: parseRate('8.125') }
  expect(describeYearlyInterest(exact, amount)).toBe('$115,781.25 a year at the note rate, gross.')
  expect(describeYearlyInterest({ ...exact, isTermsPending: 'true' }, amount)).toBe(
    "$115,781.25 a year at today's note rate of 8.125%, gross.",
  )
  expect(describeYearlyInterest({ ...exact, rateType: 'Floating' }, amount)).toBe(
    "$115,781.25 a year at today's rate, floating, gross.",
  )
})

test('computes the amount and yearly interest of a share before and after a change of terms', () => {
  const before = { interestRate: '8.45' as Percent, noteRate: null, term: 36 }
  const previous = { ...before, amount: inDollars('13650000.00') }
  const proposed = { ...previous, interestRate: '8.70' as Percent }
  const share = { percentage, amount: inDollars('1365000.00') }
  const rates = { ...previous, rateType: null }
  expect(describeNewAmount({ previous, proposed }, percentage)).toBeNull()
  expect(describeInterest(rates, { previous, proposed }, share)).toBe(
    '$115,342.50 → $118,755.00 a year, gross.',
  )
  const smaller = { ...proposed, amount: inDollars('12000000.00') }
  expect(describeNewAmount({ previous, proposed: smaller }, percentage)).toBe(
    '$1,200,000.00 on the new terms.',
  )
  expect(describeInterest(rates, { previous, proposed: smaller }, share)).toBe(
    '$115,342.50 → $104,400.00 a year, gross.',
  )
  expect(describeInterest(rates, null, share)).toBe('$115,342.50 a year at the note rate, gross.')
})

test("describes how a commitment changes the lender's concentration in the loan's state and property type", () => {
  const [before, after] = ['0.00' as Percent, '18.70' as Percent]
  const shares = [
    { name: 'RI', before, after },
    { name: 'Mixed Use', before, after },
  ]
  expect(describeConcentration(shares)).toBe(
    'Your binding book: RI 0% → 18.7%, Mixed Use 0% → 18.7%.',
  )
  expect(describeConcentration([])).toBeNull()
})
