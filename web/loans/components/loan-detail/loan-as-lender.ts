import type { Loan } from '#contract/loans/shapes.ts'
import { asTeaser } from '#domain/audience/as-teaser.ts'
import { creditOf } from '#domain/loans/credit/credit.ts'
import { permissionsOnLoan } from '#domain/loans/permissions.ts'

/**
 * Returns the loan as it appears to an approved lender who sees it in full and hasn't acted on it. A draft appears as if
 * it were published.
 */
export function loanAsLender({
  isDraft: _isDraft,
  audience: _audience,
  ownMark: _ownMark,
  pass: _pass,
  ...loan
}: Loan): Loan {
  return { ...loan, can: permissionsOnLoan('lender', { ...loan, isUndecided: true }) }
}

/** Returns the loan as it appears to an approved lender whose firm isn't admitted. */
export function loanAsTeaser(loan: Loan): Loan {
  const teaser = asTeaser(loanAsLender(loan))
  const state = { ...teaser, mayRequestAccess: true, isUndecided: true }
  return { ...teaser, credit: creditOf(teaser), can: permissionsOnLoan('lender', state) }
}
