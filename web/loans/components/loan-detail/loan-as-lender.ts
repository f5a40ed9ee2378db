import type { Loan } from '#contract/loans/shapes.ts'
import { permissionsOnLoan } from '#domain/loans/permissions.ts'

/**
 * Returns the loan as it appears to an approved lender who hasn't acted on it. A draft appears as if it were published.
 */
export function loanAsLender({
  isDraft: _isDraft,
  ownMark: _ownMark,
  pass: _pass,
  ...loan
}: Loan): Loan {
  return { ...loan, can: permissionsOnLoan('lender', { ...loan, isUndecided: true }) }
}
