/** The figures in a loan's summary. Figures that can't be computed are omitted. */
import type { Loan } from '#contract/loans/shapes.ts'
import { capitalOf, equityIn, type CapitalRow } from '#domain/loans/capital.ts'
import { isLtvAsComplete } from '#domain/loans/ltv-basis.ts'
import { formatPerUnit, formatRatio, isBelowOne, leadingDscr } from '#domain/loans/credit/credit.ts'
import { formatDay } from '#domain/days.ts'
import { loanFieldLabel, showLoanField } from '#domain/loans/field-texts.ts'
import { fieldsOfSection, type LoanField } from '#domain/loans/fields.ts'
import { maturityOf } from '#domain/loans/maturity.ts'
import { exactRate } from '#domain/loans/credit/note-rate.ts'
import { formatTerm, loanCan } from '#domain/loans/statuses.ts'
import {
  availablePercent,
  formatDollars,
  formatExactRate,
  formatRate,
  formatShare,
  isAboveZero,
  shareAmount,
  subtractMoney,
  type Money,
} from '#domain/money.ts'

export interface LeadingFigure {
  name: string
  value: string
  note: string
  isWarning?: boolean
}

export interface NamedValue {
  name: string
  value: string
}

export function leadingFigures(loan: Loan): LeadingFigure[] {
  const { debtYield, debtYieldStabilized, dscr, dscrStabilized, dscrBasis, ltc } = loan.credit
  const coverage = leadingDscr(loan.credit)
  const basis = dscrBasis === 'amortizing' ? 'amortizing' : 'interest-only'
  const figures: (LeadingFigure | null)[] = [
    { name: 'Rate', value: formatExactRate(exactRate(loan)), note: loan.rateType ?? '' },
    loan.ltv === null
      ? ltc === null
        ? null
        : { name: 'LTC', value: formatRate(ltc), note: 'of total cost' }
      : {
          name: 'LTV',
          value: formatRate(loan.ltv),
          note: isLtvAsComplete(loan) ? 'as complete' : '',
        },
    coverage === null
      ? null
      : {
          name: 'DSCR',
          value: formatRatio(coverage),
          note: dscr && dscrStabilized ? `${formatRatio(dscrStabilized)} stabilized` : basis,
          isWarning: isBelowOne(coverage),
        },
    yieldOf(debtYield, debtYieldStabilized),
    availableOf(loan),
  ]
  return figures.filter((figure) => figure !== null)
}

function yieldOf(
  inPlace: Loan['credit']['debtYield'],
  stabilized: Loan['credit']['debtYield'],
): LeadingFigure | null {
  if (inPlace)
    return {
      name: 'Debt yield',
      value: formatRate(inPlace),
      note: stabilized ? `${formatRate(stabilized)} stabilized` : 'in place',
    }
  return stabilized === null
    ? null
    : { name: 'Debt yield', value: formatRate(stabilized), note: 'stabilized' }
}

function availableOf(loan: Loan): LeadingFigure | null {
  if (!loanCan('commit', loan.status)) {
    const maturity = maturityOf(loan)
    return maturity === null
      ? null
      : { name: 'Maturity', value: formatDay(maturity), note: 'funded' }
  }
  const available = subtractMoney(loan.amount, loan.committedAmount)
  return {
    name: 'Available',
    value: formatDollars(available),
    note: `${formatShare(availablePercent(loan.committedPercentage))} of the loan`,
  }
}

export const longFields = ['extensionOptions', 'exit', 'purpose', 'summary'] as const
/** The note rate is already shown among the main figures. */
const apart: readonly LoanField[] = [...longFields, 'noteRate']

export const structureOf = (loan: Loan): NamedValue[] => [
  { name: 'Term', value: formatTerm(loan.term) },
  ...fieldsOf(loan, [
    ...fieldsOfSection('Structure').filter((field) => !apart.includes(field)),
    ...fieldsOfSection('Dates'),
    'fundedOn',
    ...fieldsOfSection('Terms'),
  ]),
]

export const capitalAndProperty = (loan: Loan): NamedValue[] => [
  { name: 'Loan amount', value: formatDollars(loan.amount) },
  ...valuesOf(loan),
  ...costOf(loan),
  ...fieldsOf(loan, ['noiInPlace', 'noiStabilized']),
  ...sizeOf(loan),
  ...fieldsOf(loan, ['propertyType', 'propertyOccupancy']),
]

function valuesOf(loan: Loan): NamedValue[] {
  const { rows, undrawn } = capitalOf(loan)
  const land = undrawn && {
    name: undrawn.isLand ? 'Land value' : 'As-is value',
    value: formatDollars(undrawn.value),
  }
  return [
    ...(land ? [land] : []),
    // The total cost is omitted here, because `costOf` adds it for every loan that has one.
    ...rows.filter(({ basis }) => basis !== 'cost').flatMap(valueOf),
  ]
}

function valueOf({ basis, value, percentage, equity }: CapitalRow): NamedValue[] {
  const [name, equityName] =
    basis === 'asIs'
      ? ['As-is value', 'Equity, as is']
      : ['As-complete value', 'Equity, as complete']
  return [
    { name, value: `${formatDollars(value)}, ${formatRate(percentage)} LTV` },
    ...equityOf(equityName, equity),
  ]
}

function costOf({ totalCost, amount, credit: { ltc } }: Loan): NamedValue[] {
  if (totalCost === null || ltc === null) return []
  return [
    { name: 'Total cost', value: `${formatDollars(totalCost)}, ${formatRate(ltc)} LTC` },
    ...equityOf('Equity in total cost', equityIn(amount, totalCost)),
  ]
}

const equityOf = (name: string, equity: Money | null): NamedValue[] =>
  equity !== null && isAboveZero(equity) ? [{ name, value: formatDollars(equity) }] : []

function sizeOf(loan: Loan): NamedValue[] {
  const size = showLoanField('size', loan.size)
  if (size === null) return []
  const { amountPerUnit } = loan.credit
  const unit = loan.sizeUnit ?? 'units'
  const each = amountPerUnit && `, ${formatPerUnit(amountPerUnit, loan.sizeUnit)}`
  return [{ name: 'Size', value: `${size} ${unit}${each ?? ''}` }]
}

export function fundingOf(loan: Loan): NamedValue[] {
  const available = subtractMoney(loan.amount, loan.committedAmount)
  const part = (amount: Money, share: Loan['committedPercentage']) =>
    `${formatDollars(amount)}, ${formatShare(share)}`
  const soft = shareAmount(loan.amount, loan.softPercentage)
  return [
    { name: 'Committed', value: part(loan.committedAmount, loan.committedPercentage) },
    ...(isAboveZero(loan.softPercentage)
      ? [{ name: 'Soft, not binding', value: part(soft, loan.softPercentage) }]
      : []),
    ...(loanCan('commit', loan.status)
      ? [{ name: 'Available', value: part(available, availablePercent(loan.committedPercentage)) }]
      : []),
  ]
}

const fieldsOf = (loan: Loan, fields: readonly LoanField[]): NamedValue[] =>
  fields.flatMap((field) => {
    const value = showLoanField(field, loan[field])
    return value === null ? [] : [{ name: loanFieldLabel(field), value }]
  })
