/** The terms of a loan that are fixed while lenders are bound. */
import { formatLoanField, loanFieldName } from '#domain/loans/field-texts.ts'
import { formatExactRate, isSameRate, type Money } from '#domain/money.ts'
import { exactRate, type LoanRates } from './note-rate.ts'

export interface FullTerms extends LoanRates {
  amount: Money
  /** The term in months. */
  term: number
}

/**
 * A changed exact rate counts as a changed interest rate, even if the old and new exact rates round to the same rate.
 */
export const termFields = ['amount', 'interestRate', 'term'] as const
export type TermField = (typeof termFields)[number]

export const changedTerms = (before: FullTerms, now: FullTerms): TermField[] =>
  termFields.filter((field) =>
    field === 'interestRate'
      ? !isSameRate(exactRate(before), exactRate(now))
      : before[field] !== now[field],
  )

/** Describes changes, such as "interest rate from 9.50% to 10.00%, term from 12 months to 18 months". */
export const describeTerms = (
  fields: readonly TermField[],
  before: FullTerms,
  now: FullTerms,
): string =>
  fields
    .map(
      (field) =>
        `${loanFieldName(field)} from ${formatTermField(field, before)} to ${formatTermField(field, now)}`,
    )
    .join(', ')

const formatTermField = (field: TermField, terms: FullTerms) =>
  field === 'interestRate'
    ? formatExactRate(exactRate(terms))
    : formatLoanField(field, terms[field])
