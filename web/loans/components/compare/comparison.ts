import type { Loan } from '#contract/loans/shapes.ts'
import { equityIn, isLandValue } from '#domain/loans/capital.ts'
import {
  formatPerUnit,
  formatRatio,
  type DscrBasis,
  type Ratio,
} from '#domain/loans/credit/credit.ts'
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
import { exactRate } from '#domain/loans/credit/note-rate.ts'
import { expectedMaturity } from '#domain/loans/maturity.ts'
import { formatTerm, loanCan, loanStatusLabels } from '#domain/loans/statuses.ts'
import {
  availablePercent,
  compareFigures,
  formatDollars,
  formatExactRate,
  formatPart,
  formatRate,
  percentOf,
  shareAmount,
  zeroMoney,
  zeroPercent,
  type Money,
  type Percent,
} from '#domain/money.ts'
import { notAvailable } from '#domain/texts.ts'
import { availableAmount } from '#web/loans/components/loan-availability.ts'
import { formatDay, formatMonth, toLocalDay } from '#web/time/timestamps.ts'

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
  /** The indexes of the best values. Empty if the values are equal, or if no value can be better than another. */
  best: number[]
}

export interface ComparisonGroup {
  name: string
  rows: ComparisonRow[]
}

type Value = (compared: ComparedLoan) => string | false | null | undefined

const dollars = (amount: Money | null) => amount && formatDollars(amount)
const part = ({ share, amount }: Held) => formatPart(share, amount)
const none = { share: zeroPercent, amount: zeroMoney }
/** Shown for a user without a share, as in the book. An available amount of zero is shown as a figure. */
export const dash = '–'
const notLoaded = 'Not loaded'
const partOrDash = (held: Held) =>
  compareFigures(held.share, zeroPercent) === 0 ? dash : part(held)

const loanTo = ({ amount }: Loan, value: Money | null) =>
  value && formatRate(percentOf(amount, value))
const equity = ({ amount }: Loan, value: Money | null) => value && dollars(equityIn(amount, value))
/** Returns null for a land value, because a construction loan normally exceeds the value of its land. */
const asIsValue = (loan: Loan) => (isLandValue(loan) ? null : loan.asIsValue)

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

const share = (figure: Percent | null) => figure && formatRate(figure)
const multiple = (ratio: Ratio | null) => ratio && formatRatio(ratio)
const bases: Record<DscrBasis, string> = {
  interestOnly: 'Interest-only',
  amortizing: 'Amortizing',
}
const perUnit = ({ credit: { amountPerUnit }, sizeUnit }: Loan) =>
  amountPerUnit && formatPerUnit(amountPerUnit, sizeUnit)

function maturity(loan: Loan) {
  const { day, isEstimated } = expectedMaturity(loan, toLocalDay(new Date()))
  return day && (isEstimated ? `Est. ${formatMonth(day.slice(0, 7))}` : formatDay(day))
}

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
    Rate: ({ loan }) => formatExactRate(exactRate(loan)),
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
    'Loan to As-Is Value': ({ loan }) => loanTo(loan, asIsValue(loan)),
    'Equity, as is': ({ loan }) => equity(loan, asIsValue(loan)),
    'As-Complete Value': ({ loan }) => dollars(loan.asCompleteValue),
    'Loan to As-Complete Value': ({ loan }) => loanTo(loan, loan.asCompleteValue),
    'Equity, as complete': ({ loan }) => equity(loan, loan.asCompleteValue),
    ...rowsOf('Value and leverage'),
  },
  Credit: {
    'Debt Yield': ({ loan }) => share(loan.credit.debtYield),
    'Debt Yield, stabilized': ({ loan }) => share(loan.credit.debtYieldStabilized),
    DSCR: ({ loan }) => multiple(loan.credit.dscr),
    'DSCR, stabilized': ({ loan }) => multiple(loan.credit.dscrStabilized),
    'DSCR basis': ({ loan: { credit } }) => credit.dscrBasis && bases[credit.dscrBasis],
    LTC: ({ loan }) => share(loan.credit.ltc),
    'Amount per unit': ({ loan }) => perUnit(loan),
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

/** Groups whose rows appear only if a loan has a value, because most loans lack them. */
const optionalGroups: ReadonlySet<string> = new Set(['Credit', ...foldedSections])

interface Contest {
  better: 'highest' | 'lowest'
  figureOf: (loan: Loan) => Percent | Ratio | null
}

/**
 * Rows in which one value is better for a lender than another. The rate isn't included, because a higher rate also
 * reflects a higher risk.
 */
const contests: Record<string, Contest> = {
  LTV: { better: 'lowest', figureOf: ({ ltv }) => ltv },
  LTC: { better: 'lowest', figureOf: ({ credit }) => credit.ltc },
  'Debt Yield': { better: 'highest', figureOf: ({ credit }) => credit.debtYield },
  'Debt Yield, stabilized': {
    better: 'highest',
    figureOf: ({ credit }) => credit.debtYieldStabilized,
  },
  DSCR: { better: 'highest', figureOf: ({ credit }) => credit.dscr },
  'DSCR, stabilized': { better: 'highest', figureOf: ({ credit }) => credit.dscrStabilized },
}

/** The indexes of the best figures. Empty unless at least two loans have the figure and the figures differ. */
function bestOf(row: string, compared: readonly ComparedLoan[]): number[] {
  const contest = contests[row]
  if (!contest) return []
  const hundredths = compared.map(({ loan }) => {
    const figure = contest.figureOf(loan)
    return figure === null ? null : Number(figure.replace('.', ''))
  })
  const known = hundredths.filter((figure) => figure !== null)
  if (new Set(known).size < 2) return []
  const best = contest.better === 'highest' ? Math.max(...known) : Math.min(...known)
  return hundredths.flatMap((figure, place) => (figure === best ? [place] : []))
}

/** All rows by group. Values that are still loading are empty. Unknown values don't count as different. */
export const compareLoans = (compared: readonly ComparedLoan[]): ComparisonGroup[] =>
  Object.entries(groups)
    .map(([name, rows]) => ({
      name,
      rows: Object.entries(rows)
        .map(([row, valueOf]) => {
          const values = compared.map((each) => {
            const value = valueOf(each)
            return value === undefined ? '' : value || notAvailable
          })
          const known = values.filter((value) => value !== '' && value !== notLoaded)
          return {
            name: row,
            values,
            differs: new Set(known).size > 1,
            isProse: prose.has(row),
            best: bestOf(row, compared),
          }
        })
        .filter(
          ({ values }) =>
            !optionalGroups.has(name) || values.some((value) => value !== notAvailable),
        ),
    }))
    .filter(({ rows }) => rows.length > 0)
