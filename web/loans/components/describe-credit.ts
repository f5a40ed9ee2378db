import type { Loan } from '#contract/loans/shapes.ts'
import { ltvOn } from '#domain/loans/capital.ts'
import {
  creditOf,
  formatRatio,
  isBelowOne,
  leadingDebtYield,
  leadingDscr,
} from '#domain/loans/credit/credit.ts'
import type { FullTerms } from '#domain/loans/credit/terms.ts'
import { isLtvAsComplete } from '#domain/loans/ltv-basis.ts'
import { formatRate } from '#domain/money.ts'

export interface CreditRatio {
  text: string
  /** True for a coverage below 1.00x. */
  isLow: boolean
}

/**
 * Returns the key credit ratios with their basis: "68.18% LTV", "1.12x DSCR in place, interest only" and "9.14% debt
 * yield". For proposed terms, shows what follows from them instead of the basis: "1.32x → 1.26x DSCR". Ratios that
 * can't be computed are omitted.
 */
export function describeCredit(loan: Loan, proposed?: FullTerms | null): CreditRatio[] {
  const { ltv, credit } = loan
  const newCredit = proposed ? creditOf({ ...loan, ...proposed }) : credit
  const [dscr, newDscr] = [leadingDscr(credit), leadingDscr(newCredit)]
  const [debtYield, newDebtYield] = [leadingDebtYield(credit), leadingDebtYield(newCredit)]
  const newLtv = proposed && proposed.amount !== loan.amount ? ltvOn(loan, proposed.amount) : null
  const income = credit.dscr || credit.debtYield ? 'in place' : 'stabilized'
  const service = credit.dscrBasis === 'amortizing' ? 'amortizing' : 'interest only'
  const basis = !proposed ? ` ${income}, ${service}` : income === 'stabilized' ? ' stabilized' : ''
  const texts = [
    ltv &&
      `${change(formatRate(ltv), formatRate(newLtv?.ltv ?? ltv))} LTV${isLtvAsComplete(loan) ? ' as complete' : ''}`,
    dscr && `${change(formatRatio(dscr), formatRatio(newDscr ?? dscr))} DSCR${basis}`,
    debtYield &&
      `${change(formatRate(debtYield), formatRate(newDebtYield ?? debtYield))} debt yield${dscr ? '' : ` ${income}`}`,
  ]
  const isLow = [dscr, newDscr].some((ratio) => ratio && isBelowOne(ratio))
  return texts.flatMap((text) => (text ? [{ text, isLow: isLow && text.includes('DSCR') }] : []))
}

const change = (before: string, after: string) =>
  before === after ? after : `${before} \u2192 ${after}`
