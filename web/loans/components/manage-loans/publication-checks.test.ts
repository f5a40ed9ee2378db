import type { Loan } from '#contract/loans/shapes.ts'
import type { Money, Percent } from '#domain/money.ts'
import { bareLoan } from '#test/support/bare-loan.ts'
import { expect, it } from 'vitest'
import { publicationChecks } from './publication-checks.ts'

const linesOf = (...given: Parameters<typeof publicationChecks>) =>
  publicationChecks(...given).map(
    ({ name, isComplete, note }) => `${isComplete ? '✓' : '–'} ${name}: ${note}`,
  )

it('lists what is missing from a loan with only the required fields', () => {
  expect(linesOf(bareLoan, [])).toEqual([
    '– Terms: $1,000,000 · 7.25% · 24 months. Missing: LTV, origination fee',
    '– Value: Missing',
    '– Cover: Stock picture',
    '– Term Sheet: No document',
    '– Appraisal: No document',
    '– Financials: No document',
    '– Environmental: No document',
    '– Legal: No document',
  ])
  const [terms] = linesOf({ ...bareLoan, status: 'funded' }, [])
  expect(terms).toMatch(/Missing: LTV, origination fee, funding date$/)
})

it("lists a complete loan's contents, with documents grouped by type", () => {
  const full: Loan = {
    ...bareLoan,
    ltv: '0.00' as Percent,
    originationFee: '1.50' as Percent,
    asIsValue: '1500000.00' as Money,
    asCompleteValue: '2000000.00' as Money,
    coverUrl: '/api/loans/1/cover',
  }
  const documents = ['legal', 'legal', 'termSheet', 'other'] as const
  expect(
    linesOf(
      full,
      documents.map((group) => ({ group })),
    ),
  ).toEqual([
    '✓ Terms: $1,000,000 · 7.25% · 24 months',
    '✓ Value: As-is $1,500,000 · As-complete $2,000,000',
    '✓ Cover: Cover photo',
    '✓ Term Sheet: 1 document',
    '– Appraisal: No document',
    '– Financials: No document',
    '– Environmental: No document',
    '✓ Legal: 2 documents',
    '✓ Other: 1 document',
  ])
  expect(linesOf({ ...full, imageUrl: '/a.png' }, [])[2]).toBe('✓ Cover: Linked picture')
})
