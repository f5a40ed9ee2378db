import type { Loan } from '#contract/loans/shapes.ts'
import { loanFieldLabel, showLoanField } from '#domain/loans/field-texts.ts'
import {
  fieldsOfSection,
  foldedSections,
  isLongText,
  loanFieldNames,
  loanFields,
  type LoanSection,
} from '#domain/loans/fields.ts'
import { isLtvAsComplete } from '#domain/loans/ltv-basis.ts'
import { maturityMonthIfFunded, maturityOf } from '#domain/loans/maturity.ts'
import { formatTerm, loanCan, loanStatusLabels } from '#domain/loans/statuses.ts'
import {
  availablePercent,
  compareFigures,
  formatDollars,
  formatPart,
  formatRate,
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
import { formatDay, formatMonth } from '#web/time/timestamps.ts'

interface Held {
  share: Percent
  amount: Money
}

export interface ComparedLoan {
  loan: Loan
  /** The user's shares. They are undefined during loading and 'unknown' after an error. */
  held: { binding: Held | null; soft: Held | null } | 'unknown' | undefined
}

export interface ComparisonRow {
  name: string
  values: string[]
  differs: boolean
  isProse: boolean
}

export interface ComparisonGroup {
  name: string
  rows: ComparisonRow[]
}

type Value = (compared: ComparedLoan) => string | false | null | undefined

const dollars = (amount: Money | null) => amount && formatDollars(amount)
const part = ({ share, amount }: Held) => formatPart(share, amount)
const none = { share: zeroPercent, amount: zeroMoney }
/** A dash for a user without a share, as in the book. An available amount of zero is shown as a figure. */
export const dash = '–'
const notLoaded = 'Not loaded'
const partOrDash = (held: Held) =>
  compareFigures(held.share, zeroPercent) === 0 ? dash : part(held)

const loanTo = ({ amount }: Loan, value: Money | null) =>
  value && formatRate(percentOf(amount, value))
/** The equity, which is negative if the loan amount exceeds the value. */
const equity = ({ amount }: Loan, value: Money | null) =>
  value && formatDollars(subtractMoney(value, amount))

const left = (loan: Loan) =>
  loanCan('commit', loan.status)
    ? part({ share: availablePercent(loan.committedPercentage), amount: availableAmount(loan) })
    : part(none)

function heldPart(held: ComparedLoan['held'], kind: 'binding' | 'soft') {
  if (held === undefined) return undefined
  if (held === 'unknown') return notLoaded
  const ofKind = held[kind]
  return ofKind ? part(ofKind) : dash
}

/** The maturity. For a loan that isn't funded, the maturity that it would have if it closed today. */
function maturity(loan: Loan) {
  const { status, term } = loan
  const day = maturityOf(loan)
  if (day) return formatDay(day)
  return loanCan('commit', status) && `Est. ${formatMonth(maturityMonthIfFunded(new Date(), term))}`
}

/** Returns the fields of a section, except those with a separate row in the comparison. */
const rowsOf = (section: LoanSection): Record<string, Value> =>
  Object.fromEntries(
    fieldsOfSection(section).map((field) => [
      loanFieldLabel(field),
      ({ loan }) => showLoanField(field, loan[field]),
    ]),
  )

const groups: Record<string, Record<string, Value>> = {
  Terms: {
    Status: ({ loan }) => loanStatusLabels[loan.status],
    Amount: ({ loan }) => formatDollars(loan.amount),
    Rate: ({ loan }) => formatRate(loan.interestRate),
    Term: ({ loan }) => formatTerm(loan.term),
    Maturity: ({ loan }) => maturity(loan),
    ...rowsOf('Terms'),
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
    'You hold, binding': ({ held }) => heldPart(held, 'binding'),
    'You hold, soft': ({ held }) => heldPart(held, 'soft'),
  },
  'Value and leverage': {
    LTV: ({ loan }) =>
      loan.ltv && `${formatRate(loan.ltv)}${isLtvAsComplete(loan) ? ' as\u00a0complete' : ''}`,
    'Property As-Is Value': ({ loan }) => dollars(loan.asIsValue),
    'Loan to As-Is Value': ({ loan }) => loanTo(loan, loan.asIsValue),
    'Equity, as is': ({ loan }) => equity(loan, loan.asIsValue),
    'As-Complete Value': ({ loan }) => dollars(loan.asCompleteValue),
    'Loan to As-Complete Value': ({ loan }) => loanTo(loan, loan.asCompleteValue),
    'Equity, as complete': ({ loan }) => equity(loan, loan.asCompleteValue),
    ...rowsOf('Value and leverage'),
  },
  Property: {
    'Property Type': ({ loan }) => loan.propertyType,
    Address: ({ loan }) => loan.propertyAddress,
    ...rowsOf('Property'),
    Borrower: ({ loan }) => loan.borrowerName,
  },
  ...Object.fromEntries(foldedSections.map((section) => [section, rowsOf(section)])),
  Background: rowsOf('Background'),
}

const prose = new Set(
  loanFieldNames.filter((field) => isLongText(loanFields[field])).map(loanFieldLabel),
)

/** All rows by group. Values that are still loading are empty. Unknown values don't count as different. */
export const compareLoans = (compared: readonly ComparedLoan[]): ComparisonGroup[] =>
  Object.entries(groups).map(([name, rows]) => ({
    name,
    rows: Object.entries(rows).map(([row, valueOf]) => {
      const values = compared.map((each) => {
        const value = valueOf(each)
        return value === undefined ? '' : value || notAvailable
      })
      const known = values.filter((value) => value !== '' && value !== notLoaded)
      return { name: row, values, differs: new Set(known).size > 1, isProse: prose.has(row) }
    }),
  }))
