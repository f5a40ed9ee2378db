/** Adds the caller's permitted actions to a loan in a response. */
import type { Loan } from '#contract/loans/shapes.ts'
import { permissionsOnLoan } from '#domain/loans/permissions.ts'
import { actingRole, type Caller } from '#server/sign-in/principal.ts'
import type { LoanRow } from './read-loans.ts'

export const withPermissions = (caller: Caller, loan: LoanRow): Loan => ({
  ...loan,
  can: permissionsOnLoan(actingRole(caller), loan),
})
