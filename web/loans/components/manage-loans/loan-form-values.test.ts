import type { Loan } from '#contract/loans/shapes.ts'
import { enteredLoan } from '#contract/loans/shapes.ts'
import type { LoanStatus } from '#domain/loans/statuses.ts'
import { permissionsOnLoan } from '#domain/loans/permissions.ts'
import { parseMoney, parsePercent, zeroMoney, zeroPercent } from '#domain/money.ts'
import { bareLoan } from '#test/support/bare-loan.ts'
import { spec } from '#test/support/requirements.ts'
import { expect, test } from 'vitest'
import {
  changesBetween,
  describeFundingDay,
  editedFields,
  emptyLoanForm,
  fundedOnOf,
  loanFormValues,
  restorableValues,
  typedValues,
  whyTermsAreFixed,
  withStored,
  type LoanFields,
} from './loan-form-values.ts'

const loan: Loan = {
  ...bareLoan,
  amount: parseMoney('2500000.50') ?? zeroMoney,
  propertyType: 'Marina',
  ltv: parsePercent('0'),
  can: ['changeTerms'],
}

test('gives a new loan the status processing and a term of twelve months by default', () => {
  spec('2.12.24', '9.19')
  const { term, status, ...others } = emptyLoanForm
  expect({ term, status }).toEqual({ term: '12', status: 'Processing' })
  expect(Object.values(others).every((value) => value === '')).toBe(true)
})

test('keeps a loan unchanged when its form is saved without edits', () => {
  spec('2.11.8')
  expect(loanFormValues(loan)).toMatchObject({ amount: '2500000.50', term: '24', ltv: '0.00' })
  const sent = enteredLoan.parse(loanFormValues(loan))
  expect(loan).toMatchObject(sent)
})

const typed = (changes: Partial<Record<keyof LoanFields, string>> = {}) =>
  enteredLoan.parse({ ...loanFormValues(loan), ...changes })

test('sends no fields from an unchanged loan form', () => {
  spec('2.12.26')
  expect(editedFields(typed(), loan)).toEqual({})
  const spelled = {
    title: ` ${loan.title} `,
    amount: '2500000.5',
    interestRate: ' 7.25',
    term: ' 24',
  }
  expect(editedFields(typed(spelled), loan)).toEqual({})
  expect(editedFields(typed({ status: 'OPEN', purpose: '  ', ltv: '0' }), loan)).toEqual({})
})

test('sends edited and cleared fields in the loan form', () => {
  const changes = { title: 'Pier 5', term: '36', status: 'Closing', propertyType: '', ltv: '' }
  expect(editedFields(typed(changes), loan)).toEqual({
    title: 'Pier 5',
    term: 36,
    status: 'Closing',
    propertyType: null,
    ltv: null,
  })
})

test("compares loan fields as they were entered if the schema isn't loaded", () => {
  // The values have the type of the schema's output, but the form sends strings if the schema fails to load.
  const fields = { ...loanFormValues(loan), summary: 'A pier.' } as unknown as LoanFields
  expect(editedFields(fields, loan)).toEqual({ summary: 'A pier.' })
})

const newer: Loan = {
  ...loan,
  version: '3',
  status: 'funded',
  amount: parseMoney('3000000') ?? loan.amount,
  ltv: null,
  committedPercentage: parsePercent('40') ?? loan.committedPercentage,
}

test("describes changes to a loan with the server's sentences, which name the authors", () => {
  spec('2.12.27')
  const sentences = {
    status: 'Jordan Lee changed this from open to funded',
    amount: 'Ada Cole changed this from $2,500,000.50 to $3,000,000.00',
    ltv: 'You cleared this; it was 0.00%',
  }
  expect(changesBetween(loan, newer, sentences)).toEqual(sentences)
})

test('shows "someone" as the author of changes that the server\'s sentences don\'t cover', () => {
  const sentences = { status: 'Jordan Lee changed this from open to Closing' }
  expect(changesBetween(loan, newer, sentences)).toEqual({
    status: 'Someone changed this from open to funded',
    amount: 'Someone changed this from $2,500,000.50 to $3,000,000.00',
    ltv: 'Someone cleared this; it was 0.00%',
  })
})

test("doesn't count commitments as changes to the loan's fields", () => {
  const { committedPercentage } = newer
  expect(changesBetween(loan, { ...loan, committedPercentage }, {})).toEqual({})
})

test("locks a loan's terms once it is funded or has binding commitments", () => {
  const why = (change: Partial<Loan>) => {
    const changed = { ...loan, ...change }
    return whyTermsAreFixed({ ...changed, can: permissionsOnLoan('admin', changed) })
  }
  expect(why({})).toBeUndefined()
  expect(why({ softPercentage: parsePercent('40') ?? zeroPercent })).toBeUndefined()
  expect(why({ status: 'funded' })).toBe('Amount, rate and term are locked. The loan is funded.')
  expect(why({ bookStage: 'closed' })).toBe('Amount, rate and term are locked. The book is closed.')
  const committedPercentage = parsePercent('25') ?? zeroPercent
  expect(why({ committedPercentage })).toBe(
    'Amount, rate and term are locked. Lenders are bound to 25% on them.',
  )
})

test('explains the effect of setting a funding date and of clearing it', () => {
  const funded: Loan = { ...loan, status: 'funded', can: ['reopen'] }
  const typedFunding = { status: 'funded', fundedOn: '2026-08-31', term: '18' } as const
  const describe = (changes: object, stored = loan) =>
    describeFundingDay({ ...typedFunding, ...changes }, stored, '2026-11-24')
  expect(describe({})).toBe('Maturity: Feb 29, 2028.')
  expect(describe({ fundedOn: '' })).toBe('Nov 24, 2026, if you leave it blank.')
  expect(describe({ fundedOn: '' }, funded)).toBe('Without it, the maturity is unknown.')
  expect(describe({ status: 'Closing' }, funded)).toBe('Kept for when the loan is funded.')
  for (const unclear of [{ term: '' }, { term: 'soon' }, { term: '1.5' }])
    expect(describe(unclear)).toBe('')
  expect(describe({ status: null, fundedOn: '' })).toBe('')
})

test('uses today as the funding date for a newly funded loan, and clears the date when the status changes back', () => {
  const today = '2026-11-25'
  const dated: Loan = { ...loan, status: 'Closing', fundedOn: today }
  const day = (status: LoanStatus, fundedOn: string, stored?: Loan) =>
    fundedOnOf({ status, fundedOn }, stored, today)
  expect(day('funded', '', loan)).toBe(today)
  expect(day('funded', '2026-03-31', loan)).toBe('2026-03-31')
  expect(day('funded', '', { ...loan, status: 'funded' })).toBe('')
  expect(day('Closing', today, loan)).toBe('')
  expect(day('Closing', '2026-03-31', loan)).toBe('2026-03-31')
  expect(day('open', today, dated)).toBe(today)
})

test('restores and sends the funding date like any other loan field', () => {
  const dated: Loan = { ...loan, status: 'funded', fundedOn: '2026-03-31' }
  const sent = (fundedOn: string) =>
    editedFields(enteredLoan.parse({ ...loanFormValues(dated), fundedOn }), dated)
  expect(sent('2026-03-31')).toEqual({})
  expect(sent('2026-03-30')).toEqual({ fundedOn: '2026-03-30' })
  expect(sent('')).toEqual({ fundedOn: null })
  expect(restorableValues({ fundedOn: '2026-03-30' }, dated)).toEqual({
    entries: [['fundedOn', '2026-03-30']],
    leftOut: null,
  })
})

test('restores the entered loan fields except locked terms, and names those terms', () => {
  const stored = loanFormValues(loan)
  expect(typedValues({ ...stored }, stored)).toBeNull()
  const values = typedValues({ ...stored, title: 'Pier 9 South', amount: '' }, stored)
  expect(values).toEqual({ title: 'Pier 9 South', amount: '' })
  if (!values) return
  const all = { entries: Object.entries(values), leftOut: null }
  expect(restorableValues(values, loan)).toEqual(all)
  expect(restorableValues(values, undefined)).toEqual(all)
  const funded: Loan = { ...loan, status: 'funded', can: ['reopen'] }
  expect(restorableValues({ title: 'Pier 9 South', term: '36' }, funded)).toEqual({
    entries: [['title', 'Pier 9 South']],
    leftOut: 'Not restored: term 36 months. Amount, rate and term are locked. The loan is funded.',
  })
  expect(restorableValues({ amount: '2600000', interestRate: '' }, funded).leftOut).toMatch(
    /^Not restored: amount \$2,600,000\.00 and interest rate \(empty\)\. /,
  )
  expect(restorableValues({ title: 'Pier 9' }, funded).leftOut).toBeNull()
})

test("offers a loan's stored value even if it isn't in the list of options", () => {
  expect(withStored(['Retail'], 'Marina')).toEqual(['Retail', 'Marina'])
  for (const stored of ['Retail', '', null, undefined])
    expect(withStored(['Retail'], stored)).toEqual(['Retail'])
})
