import { exactRate } from '#domain/loans/credit/note-rate.ts'
import { compareTerms, type FullTerms } from '#domain/loans/credit/terms.ts'
import {
  formatCents,
  formatShare,
  yearlyInterest,
  type Money,
  type Percent,
} from '#domain/money.ts'
import { BeforeAfter } from '#web/ui/display/BeforeAfter.tsx'

interface TermsTableProps {
  previous: FullTerms
  proposed: FullTerms
  /** The caller's own share, with its amount in both terms. */
  own?: OwnShare | undefined
}

interface OwnShare {
  percentage: Percent
  amount: Money
  newAmount: Money
}

/**
 * Compares the present terms of a loan with the proposed ones. For a lender, terms that stay the same are in one line
 * below, so that the answer is in view on a phone.
 */
export function TermsTable({ previous, proposed, own }: TermsTableProps) {
  const terms = compareTerms(previous, proposed)
  const same = own ? terms.filter(({ before, after }) => before === after) : []
  return (
    <BeforeAfter
      caption="Terms now and proposed"
      heading="Proposed"
      rows={[
        ...terms.filter((term) => !same.includes(term)),
        ...(own ? compareOwn(own, previous, proposed) : []),
      ]}
      note={same.length > 0 && `Unchanged: ${same.map(({ after }) => after).join(' · ')}`}
    />
  )
}

/** The caller's amount and yearly interest, in both terms. */
export function compareOwn(
  { percentage, amount, newAmount }: OwnShare,
  previous: FullTerms,
  proposed: FullTerms,
) {
  const interest = (terms: FullTerms, lent: Money) =>
    formatCents(yearlyInterest([{ amount: lent, rate: exactRate(terms) }]))
  return [
    {
      name: `Your ${formatShare(percentage)}`,
      before: formatCents(amount),
      after: formatCents(newAmount),
    },
    {
      name: 'Interest a year, gross',
      before: interest(previous, amount),
      after: interest(proposed, newAmount),
    },
  ]
}
