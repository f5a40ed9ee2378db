import type { Loan } from '#contract/loans.ts'
import { newLoan } from '#contract/loans.ts'
import { parseMoney, parsePercent, zeroMoney, zeroPercent } from '#domain/money.ts'
import { expect, test } from 'vitest'
import { emptyLoanForm, loanFormValues, whyTermsAreFixed, withStored } from './loan-form-values.ts'

const loan: Loan = {
  id: '7f3c2c9e-5f0a-4d5b-9a52-0d6f6f1f2a10',
  title: 'Pier Warehouse',
  borrowerName: 'Pier Four LLC',
  propertyAddress: null,
  amount: parseMoney('2500000.50') ?? zeroMoney,
  interestRate: parsePercent('7.25') ?? zeroPercent,
  term: 24,
  status: 'open',
  propertyType: 'Marina',
  purpose: null,
  summary: null,
  imageUrl: null,
  coverUrl: null,
  ltv: parsePercent('0'),
  originationFee: null,
  interestReserve: null,
  propertyOccupancy: null,
  asIsValue: null,
  asCompleteValue: null,
  createdAt: '2025-01-05T15:04:00.000000Z',
  committedPercentage: zeroPercent,
  softPercentage: zeroPercent,
  committedAmount: zeroMoney,
}

test('a new loan begins with twelve months, in processing', () => {
  const { term, status, ...others } = emptyLoanForm
  expect({ term, status }).toEqual({ term: '12', status: 'Processing' })
  expect(Object.values(others).every((value) => value === '')).toBe(true)
})

test('a loan that is shown and sent unchanged is the same loan', () => {
  expect(loanFormValues(loan)).toMatchObject({ amount: '2500000.50', term: '24', ltv: '0.00' })
  const sent = newLoan.parse(loanFormValues(loan))
  expect(loan).toMatchObject(sent)
})

test('the terms stand once the loan is funded or somebody is bound to them', () => {
  expect(whyTermsAreFixed(loan)).toBeUndefined()
  expect(
    whyTermsAreFixed({ ...loan, softPercentage: parsePercent('40') ?? zeroPercent }),
  ).toBeUndefined()
  expect(whyTermsAreFixed({ ...loan, status: 'funded' })).toBe('Fixed: the loan is funded.')
  const committedPercentage = parsePercent('25') ?? zeroPercent
  expect(whyTermsAreFixed({ ...loan, committedPercentage })).toBe(
    'Fixed: lenders are bound to 25% on these terms.',
  )
})

test('a stored value that is not on the list is offered too', () => {
  expect(withStored(['Retail'], 'Marina')).toEqual(['Retail', 'Marina'])
  for (const stored of ['Retail', '', null, undefined])
    expect(withStored(['Retail'], stored)).toEqual(['Retail'])
})
