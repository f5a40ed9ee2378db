/** The terms of a loan that are fixed while lenders are bound. */
import { formatLoanField, loanFieldName } from '#domain/loans/field-texts.ts'
import { formatTerm } from '#domain/loans/statuses.ts'
import {
  formatCents,
  formatDollars,
  formatExactRate,
  formatShortly,
  isSameRate,
  type Money,
} from '#domain/money.ts'
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

interface ComparedTerm {
  name: string
  before: string
  after: string
}

/** Returns all terms as texts for screens. Equal texts mean that a term stays the same. */
export const compareTerms = (before: FullTerms, now: FullTerms): ComparedTerm[] => [
  { name: 'Loan amount', before: formatCents(before.amount), after: formatCents(now.amount) },
  {
    name: 'Interest rate',
    before: formatExactRate(exactRate(before)),
    after: formatExactRate(exactRate(now)),
  },
  { name: 'Term', before: formatTerm(before.term), after: formatTerm(now.term) },
]

/** Returns text such as "Loan amount $31,500,000 → $33,000,000, term 12 months → 18 months". Zero cents are omitted. */
export function describeNewTerms(before: FullTerms, now: FullTerms): string {
  const text = compareTerms(before, now)
    .filter((term) => term.before !== term.after)
    .map((term) => `${term.name.toLowerCase()} ${short(term.before)} → ${short(term.after)}`)
    .join(', ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

const short = (figure: string) => figure.replace(/^(\$.+)\.00$/, '$1')

interface OwnChange {
  previous: FullTerms
  proposed: FullTerms
  /** The lender's own amount in both terms. */
  amount: Money
  newAmount: Money
}

/** Returns text such as "$3.15M → $3.3M, 8.45% → 8.70%, 36 → 48 months", without terms that stay the same. */
export function describeOwnChange({ previous, proposed, amount, newAmount }: OwnChange): string {
  const isClose = formatShortly(amount) === formatShortly(newAmount)
  const format = isClose ? formatDollars : formatShortly
  const texts: Record<TermField, string> = {
    amount: `${format(amount)} → ${format(newAmount)}`,
    interestRate: `${formatExactRate(exactRate(previous))} → ${formatExactRate(exactRate(proposed))}`,
    term: `${previous.term} → ${formatTerm(proposed.term)}`,
  }
  // The two figures of a change stay on one line.
  return changedTerms(previous, proposed)
    .map((field) => texts[field].replaceAll(' ', '\u00a0'))
    .join(', ')
}

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
