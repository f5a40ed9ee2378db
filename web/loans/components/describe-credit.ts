import type { Loan } from '#contract/loans/shapes.ts'
import { formatRatio, leadingDebtYield, leadingDscr } from '#domain/loans/credit/credit.ts'
import { isLtvAsComplete } from '#domain/loans/ltv-basis.ts'
import { formatRate } from '#domain/money.ts'

/**
 * Returns the key credit ratios with their basis: "68.18% LTV · 1.12x DSCR in place, interest only · 9.14% debt yield".
 * Ratios that can't be computed are omitted.
 */
export function describeCredit(
  loan: Pick<Loan, 'amount' | 'ltv' | 'asIsValue' | 'asCompleteValue' | 'credit'>,
): string {
  const { ltv, credit } = loan
  const [dscr, debtYield] = [leadingDscr(credit), leadingDebtYield(credit)]
  const income = credit.dscr || credit.debtYield ? 'in place' : 'stabilized'
  const service = credit.dscrBasis === 'amortizing' ? 'amortizing' : 'interest only'
  return [
    ltv && `${formatRate(ltv)} LTV${isLtvAsComplete(loan) ? ' as complete' : ''}`,
    dscr && `${formatRatio(dscr)} DSCR ${income}, ${service}`,
    debtYield && `${formatRate(debtYield)} debt yield${dscr ? '' : ` ${income}`}`,
  ]
    .filter(Boolean)
    .join(' \u00b7 ')
}
