import type { Loan } from '#contract/loans/shapes.ts'
import { showSection } from '#domain/loans/field-texts.ts'
import { isLtvAsComplete } from '#domain/loans/ltv-basis.ts'
import { maturityMonthIfFunded, maturityOf } from '#domain/loans/maturity.ts'
import { formatTerm, loanCan } from '#domain/loans/statuses.ts'
import { availablePercent, formatDollars, formatRate, formatShare } from '#domain/money.ts'
import { notAvailable } from '#domain/texts.ts'
import { availableAmount } from '#web/loans/components/loan-availability.ts'
import { formatDay, formatMonth } from '#web/time/timestamps.ts'

/** Amount, rate, term and property type always appear; other figures only if set. */
export function figuresOf(loan: Loan) {
  const ltv =
    loan.ltv === null
      ? notAvailable
      : `${formatRate(loan.ltv)}${isLtvAsComplete(loan) ? ' as\u00a0complete' : ''}`
  const available = availableAmount(loan)
  const isOpen = loanCan('commit', loan.status)
  const all = [
    { name: 'Amount', value: formatDollars(loan.amount) },
    { name: 'Rate/LTV', value: `${formatRate(loan.interestRate)} / ${ltv}` },
    { name: 'Term', value: formatTerm(loan.term) },
    // Assumes a closing today.
    { name: 'Est. Maturity', value: isOpen && estimated(loan.term) },
    { name: 'Funded On', value: !isOpen && dayOr(loan.fundedOn) },
    { name: 'Maturity', value: !isOpen && dayOr(maturityOf(loan)) },
    {
      name: 'Available to Commit',
      value:
        isOpen &&
        `${formatDollars(available)} (${formatShare(availablePercent(loan.committedPercentage))})`,
    },
    ...showSection('Terms', loan),
    ...showSection('Value and leverage', loan),
    { name: 'Property Type', value: loan.propertyType ?? notAvailable },
    ...showSection('Property', loan),
    // The subtitle names the borrower only for loans without an address.
    { name: 'Borrower', value: loan.propertyAddress && loan.borrowerName },
  ]
  return all.filter(({ value }) => value)
}

const estimated = (term: number) => formatMonth(maturityMonthIfFunded(new Date(), term))
const dayOr = (day: string | null) => (day ? formatDay(day) : notAvailable)
