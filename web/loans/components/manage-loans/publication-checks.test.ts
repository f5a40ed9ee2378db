import type { LoanAudience } from '#contract/audience/shapes.ts'
import type { Loan } from '#contract/loans/shapes.ts'
import { creditOf } from '#domain/loans/credit/credit.ts'
import { zeroPercent, type Money, type Percent, type Rate } from '#domain/money.ts'
import { bareLoan } from '#test/support/bare-loan.ts'
import { expect, it } from 'vitest'
import { audienceCheck, publicationChecks } from './publication-checks.ts'

const linesOf = (...given: Parameters<typeof publicationChecks>) =>
  publicationChecks(...given).map(
    ({ name, isComplete, note }) => `${isComplete ? '✓' : '–'} ${name}: ${note}`,
  )

it('lists what is missing from a loan with only the required fields', () => {
  expect(linesOf(bareLoan, [])).toEqual([
    '– Terms: $1,000,000 · 7.25% · 24 months. Missing: origination fee',
    '– Value: Missing',
    '– LTV: Missing',
    '– Income: Missing: NOI',
    '– Dates: Missing: commitment deadline, closing date',
    '– Address: Missing',
    '– Property Type: Missing',
    '– Purpose: Missing',
    '– Summary: Missing',
    '– Cover: Stock picture',
    '– Term Sheet: No document',
    '– Appraisal: No document',
    '– Financials: No document',
    '– Environmental: No document',
    '– Legal: No document',
  ])
  const [terms] = linesOf({ ...bareLoan, status: 'funded' }, [])
  expect(terms).toMatch(/Missing: origination fee, funding date$/)
})

it("lists a complete loan's contents, with documents grouped by type", () => {
  const full: Loan = {
    ...bareLoan,
    ltv: '66.67' as Percent,
    originationFee: '1.50' as Percent,
    asIsValue: '1500000.00' as Money,
    asCompleteValue: '2000000.00' as Money,
    propertyType: 'Hotel',
    purpose: 'To refinance',
    summary: 'A hotel with 88 rooms.\nOpen since 1998.',
    coverUrl: '/api/loans/1/cover',
    noiInPlace: '80000.00' as Money,
    commitmentDeadline: '2026-12-05T22:00:00.000Z',
    closingDate: '2026-12-19',
  }
  full.credit = creditOf(full)
  const documents = ['legal', 'legal', 'termSheet', 'other'] as const
  expect(
    linesOf(
      full,
      documents.map((group) => ({ group })),
    ),
  ).toEqual([
    '✓ Terms: $1,000,000 · 7.25% · 24 months',
    '✓ Value: As-is $1,500,000 · As-complete $2,000,000',
    '✓ LTV: 66.67%',
    '✓ Income: NOI in place $80,000 (DSCR 1.10x, debt yield 8.00%)',
    expect.stringMatching(/^✓ Dates: Commitment Deadline .* · Planned Closing Dec 19, 2026$/),
    '– Address: Missing',
    '✓ Property Type: Hotel',
    '✓ Purpose: 2 words',
    '✓ Summary: 8 words',
    '✓ Cover: Cover photo',
    '✓ Term Sheet: 1 document',
    '– Appraisal: No document',
    '– Financials: No document',
    '– Environmental: No document',
    '✓ Legal: 2 documents',
    '✓ Other: 1 document',
  ])
  expect(linesOf({ ...full, imageUrl: '/a.png' }, [])[9]).toBe('✓ Cover: Linked picture')
})

it('reports a stated LTV that matches neither the as-is nor the as-complete value', () => {
  const loan = {
    ...bareLoan,
    ltv: '75.00' as Percent,
    asIsValue: '1520000.00' as Money,
    interestRate: '8.13' as Percent,
    noteRate: '8.125' as Rate,
  }
  expect(linesOf(loan, []).slice(0, 3)).toEqual([
    '– Terms: $1,000,000 · 8.125% · 24 months. Missing: origination fee',
    '✓ Value: As-is $1,520,000',
    '– LTV: The stated LTV is 75.00%; the loan is 65.79% of as-is value.',
  ])
  expect(linesOf({ ...loan, asIsValue: null }, [])[2]).toBe(
    '– LTV: 75.00%, not checked without a value',
  )
})

it("doesn't report missing dates for a funded loan", () => {
  const names = publicationChecks({ ...bareLoan, status: 'funded' }, []).map(({ name }) => name)
  expect(names).not.toContain('Dates')
})

it('shows where each check can be completed, and lists missing items first', () => {
  const placesOf = (loan: Loan) =>
    Object.fromEntries(publicationChecks(loan, []).map(({ name, place }) => [name, place]))
  expect(placesOf(bareLoan)).toMatchObject({
    Terms: 'originationFee',
    LTV: 'ltv',
    Dates: 'commitmentDeadline',
    Summary: 'summary',
    Cover: 'files',
    Appraisal: 'files',
  })
  const dated = { ...bareLoan, commitmentDeadline: '2026-12-05T22:00:00.000Z' }
  expect(placesOf(dated)).toMatchObject({ Dates: 'closingDate' })
})

it('shows the audience with its admitted firms, and counts one without a reader as incomplete', () => {
  const shown = (audience: LoanAudience['audience'], ...names: string[]) => {
    const firms = [...names, 'Other'].map((name): LoanAudience['firms'][number] => ({
      ...{ id: name, name, companyName: null, admittedAt: null, admittedBy: null, people: [] },
      ...{ bindingPercentage: zeroPercent, softPercentage: zeroPercent, sees: 'full' },
      isAdmitted: name === 'Other' ? 'false' : 'true',
    }))
    const { isComplete, note } = audienceCheck({
      ...{ audience, version: 'first', firms, requests: [], peopleToNotify: 0, firmsToNotify: 0 },
    })
    return `${isComplete ? '✓' : '–'} ${note}`
  }
  expect(shown('everyone', 'Alder')).toBe('✓ Everyone')
  expect(shown('teaser')).toBe('✓ Everyone, as a teaser')
  expect(shown('teaser', 'Alder')).toBe('✓ Everyone, as a teaser · in full: Alder')
  expect(shown('invited')).toBe('– Invited firms only · no firm is admitted')
  expect(shown('invited', 'A', 'B', 'C', 'D', 'E', 'F')).toBe(
    '✓ Invited firms only · A, B, C, D and 2 more',
  )
})
