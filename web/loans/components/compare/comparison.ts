/** What of several loans is compared, row by row. */
import type { Loan } from '#contract/loans/shapes.ts'
import { formatTerm, loanCan, loanStatusLabels } from '#domain/loans/statuses.ts'
import {
  availablePercent,
  compareFigures,
  formatCents,
  formatDollars,
  formatRate,
  formatShare,
  percentOf,
  shareAmount,
  subtractMoney,
  zeroMoney,
  zeroPercent,
  type Money,
  type Percent,
} from '#domain/money.ts'
import { notAvailable } from '#domain/texts.ts'
import { availableAmount } from '#web/loans/components/loan-availability.ts'

interface Held {
  share: Percent
  amount: Money
}

export interface ComparedLoan {
  loan: Loan
  /** What the person holds of it; undefined until it is known. */
  held: { binding: Held | null; soft: Held | null } | undefined
}

export interface ComparisonRow {
  name: string
  /** A value for each loan, in their order. */
  values: string[]
  /** Whether the loans have different ones. */
  differs: boolean
  /** The values are texts rather than figures. */
  isProse: boolean
}

export interface ComparisonGroup {
  name: string
  rows: ComparisonRow[]
}

type Value = (compared: ComparedLoan) => string | null | undefined

const dollars = (amount: Money | null) => amount && formatDollars(amount)
const rate = (figure: Percent | null) => figure && formatRate(figure)
const part = ({ share, amount }: Held) => `${formatShare(share)} (${formatCents(amount)})`
const none = { share: zeroPercent, amount: zeroMoney }
/** What nobody holds, as in a book. What is left is said in figures even when it is nothing. */
const dash = '–'
const partOrDash = (held: Held) =>
  compareFigures(held.share, zeroPercent) === 0 ? dash : part(held)

/** How much of the property's value the loan is. */
const loanTo = ({ amount }: Loan, value: Money | null) =>
  value && formatRate(percentOf(amount, value))
/** What the value leaves above the loan; negative for a loan above it. */
const equity = ({ amount }: Loan, value: Money | null) =>
  value && formatDollars(subtractMoney(value, amount))

const left = (loan: Loan) =>
  loanCan('commit', loan.status)
    ? part({ share: availablePercent(loan.committedPercentage), amount: availableAmount(loan) })
    : part(none)

const groups: Record<string, Record<string, Value>> = {
  Terms: {
    Status: ({ loan }) => loanStatusLabels[loan.status],
    Amount: ({ loan }) => formatDollars(loan.amount),
    Rate: ({ loan }) => formatRate(loan.interestRate),
    Term: ({ loan }) => formatTerm(loan.term),
    'Origination Fee': ({ loan }) => rate(loan.originationFee),
    'Interest Reserve': ({ loan }) => dollars(loan.interestReserve),
  },
  Funding: {
    Available: ({ loan }) => left(loan),
    Committed: ({ loan }) =>
      partOrDash({ share: loan.committedPercentage, amount: loan.committedAmount }),
    'Soft interest': ({ loan }) =>
      partOrDash({
        share: loan.softPercentage,
        amount: shareAmount(loan.amount, loan.softPercentage),
      }),
    'You hold, binding': ({ held }) => held && (held.binding ? part(held.binding) : dash),
    'You hold, soft': ({ held }) => held && (held.soft ? part(held.soft) : dash),
  },
  'Value and leverage': {
    LTV: ({ loan }) => rate(loan.ltv),
    'Property As-Is Value': ({ loan }) => dollars(loan.asIsValue),
    'Loan to As-Is Value': ({ loan }) => loanTo(loan, loan.asIsValue),
    'Equity, as is': ({ loan }) => equity(loan, loan.asIsValue),
    'As-Complete Value': ({ loan }) => dollars(loan.asCompleteValue),
    'Loan to As-Complete Value': ({ loan }) => loanTo(loan, loan.asCompleteValue),
    'Equity, as complete': ({ loan }) => equity(loan, loan.asCompleteValue),
  },
  Property: {
    'Property Type': ({ loan }) => loan.propertyType,
    Address: ({ loan }) => loan.propertyAddress,
    'Property Occupancy': ({ loan }) => loan.propertyOccupancy,
    Borrower: ({ loan }) => loan.borrowerName,
  },
  Background: {
    Purpose: ({ loan }) => loan.purpose,
    Summary: ({ loan }) => loan.summary,
  },
}

const prose = new Set(['Purpose', 'Summary'])

/** All rows, in groups. What is unknown as yet is empty. */
export const compareLoans = (compared: readonly ComparedLoan[]): ComparisonGroup[] =>
  Object.entries(groups).map(([name, rows]) => ({
    name,
    rows: Object.entries(rows).map(([row, valueOf]) => {
      const values = compared.map((each) => {
        const value = valueOf(each)
        return value === undefined ? '' : (value ?? notAvailable)
      })
      return { name: row, values, differs: new Set(values).size > 1, isProse: prose.has(row) }
    }),
  }))
