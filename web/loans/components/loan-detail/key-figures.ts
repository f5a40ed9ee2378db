/** The key figures below a loan's title. */
import type { Loan } from '#contract/loans/shapes.ts'
import { describeRatios, isLtvInDoubt } from '#domain/loans/capital.ts'
import {
  formatRatio,
  isBelowOne,
  leadingDebtYield,
  leadingDscr,
} from '#domain/loans/credit/credit.ts'
import { showLoanField } from '#domain/loans/field-texts.ts'
import { fieldsOfSection } from '#domain/loans/fields.ts'
import { isLtvAsComplete } from '#domain/loans/ltv-basis.ts'
import { exactRate } from '#domain/loans/credit/note-rate.ts'
import { loanCan } from '#domain/loans/statuses.ts'
import {
  availablePercent,
  formatDollars,
  formatExactRate,
  formatRate,
  formatShare,
  isAboveZero,
} from '#domain/money.ts'
import { availableAmount } from '#web/loans/components/loan-availability.ts'

export interface KeyFigure {
  name: string
  value: string
  notes: string[]
  warning?: string
}

const creditFields = [...fieldsOfSection('Income and Cost'), ...fieldsOfSection('Structure')]

/** Returns no figures for a loan without income, cost, or structure. Figures that can't be computed are omitted. */
export function keyFiguresOf(loan: Loan): KeyFigure[] {
  if (creditFields.every((field) => loan[field] === null)) return []
  const all = [rateOf(loan), ltvOf(loan), dscrOf(loan), debtYieldOf(loan), availableOf(loan)]
  return all.filter((figure) => figure !== null)
}

function rateOf(loan: Loan): KeyFigure {
  const { rateType, rateIndex } = loan
  const spread = showLoanField('rateSpread', loan.rateSpread)
  const floor = showLoanField('rateFloor', loan.rateFloor)
  const index = [rateIndex, spread].filter(Boolean).join('\u00a0+\u00a0')
  return {
    name: 'Rate',
    value: formatExactRate(exactRate(loan)),
    notes: [joined(rateType, index), floor && `${floor} floor`].filter((note) => note !== null),
  }
}

function ltvOf(loan: Loan): KeyFigure | null {
  const ltc = loan.credit.ltc && `${formatRate(loan.credit.ltc)} of total cost`
  if (loan.ltv === null)
    return loan.credit.ltc && { name: 'LTC', value: formatRate(loan.credit.ltc), notes: [] }
  const basis = isLtvInDoubt(loan)
    ? describeRatios(loan)
    : isLtvAsComplete(loan)
      ? 'As complete'
      : null
  const notes = [basis, basis?.endsWith('total cost') ? null : ltc]
  return {
    name: 'LTV',
    value: formatRate(loan.ltv),
    notes: notes.filter((note) => note !== null),
  }
}

function dscrOf({ credit, interestReserve }: Loan): KeyFigure | null {
  const { dscr, dscrStabilized, dscrBasis } = credit
  const leading = leadingDscr(credit)
  if (!leading) return null
  const service = dscrBasis === 'amortizing' ? 'debt service' : 'interest'
  const noi = dscr ? "NOI in place doesn't" : "Stabilized NOI doesn't"
  const reserve =
    interestReserve && isAboveZero(interestReserve)
      ? `; carried by the ${formatDollars(interestReserve)} reserve`
      : ''
  return {
    name: 'DSCR',
    value: formatRatio(leading),
    notes: [
      dscr && dscrStabilized ? `→ ${formatRatio(dscrStabilized)} stabilized` : placeOf(dscr),
      dscrBasis === 'amortizing' ? 'Amortizing' : 'Interest only',
    ],
    ...(isBelowOne(leading) && { warning: `${noi} cover ${service}${reserve}` }),
  }
}

function debtYieldOf({ credit }: Loan): KeyFigure | null {
  const { debtYield, debtYieldStabilized } = credit
  const leading = leadingDebtYield(credit)
  if (!leading) return null
  const change = debtYield && debtYieldStabilized
  return {
    name: 'Debt yield',
    value: formatRate(leading),
    notes: [change ? `→ ${formatRate(debtYieldStabilized)} stabilized` : placeOf(debtYield)],
  }
}

function availableOf(loan: Loan): KeyFigure | null {
  if (!loanCan('commit', loan.status) || loan.bookStage === 'closed') return null
  const share = formatShare(availablePercent(loan.committedPercentage))
  return {
    name: loan.takesCommitments === 'false' ? 'Not yet bound' : 'Available',
    value: formatDollars(availableAmount(loan)),
    notes: [`${share} of ${formatDollars(loan.amount)}`],
  }
}

const placeOf = (inPlace: unknown) => (inPlace ? 'In place' : 'Stabilized')

const joined = (...parts: (string | null)[]) => parts.filter(Boolean).join(': ') || null
