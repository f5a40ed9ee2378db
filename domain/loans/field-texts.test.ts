import { expect, test } from 'vitest'
import { describeChange, formatLoanField, loanFieldName } from './field-texts.ts'

test('describes a change to a loan field with the old and new values', () => {
  expect(describeChange('status', 'Closing', 'funded')).toBe('changed this from Closing to funded')
  expect(describeChange('amount', '1000000.00', '2500000.50')).toBe(
    'changed this from $1,000,000.00 to $2,500,000.50',
  )
  expect(describeChange('interestRate', '7.25', '8.00')).toBe('changed this from 7.25% to 8.00%')
  expect(describeChange('term', 24, 1)).toBe('changed this from 24 months to 1 month')
  expect(describeChange('title', 'Pier 4', 'Pier 5')).toBe('changed this from “Pier 4” to “Pier 5”')
})

test('describes a value that was missing before as "set" and a removed value as "cleared"', () => {
  expect(describeChange('ltv', null, '65.00')).toBe('set this to 65.00%')
  expect(describeChange('asIsValue', '5.00', null)).toBe('cleared this; it was $5.00')
  expect(describeChange('fundedOn', '2026-03-31', null)).toBe('cleared this; it was Mar 31, 2026')
})

test('shortens long text so that different values still look different', () => {
  const long = 'x'.repeat(200)
  expect(formatLoanField('summary', long)).toBe(`“${'x'.repeat(79)}…”`)
  expect(describeChange('summary', `${long}1`, `${long}2`)).toBe('edited this text')
})

test('shows an unexpected value in a loan field unchanged', () => {
  expect(formatLoanField('amount', 'much')).toBe('much')
  expect(formatLoanField('fundedOn', 'soon')).toBe('soon')
  expect(formatLoanField('amount', { odd: true })).toBeNull()
})

test('returns loan field names as they appear within a sentence', () => {
  expect(loanFieldName('originationFee')).toBe('origination fee')
  expect(loanFieldName('ltv')).toBe('LTV')
})
