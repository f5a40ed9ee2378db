/** Adds to a loan the actions that the caller may take, as every answer about a loan has them. */
import type { Loan } from '#contract/loans/shapes.ts'
import { permissionsOnLoan } from '#domain/loans/permissions.ts'
import { actingRole, type Caller } from '#server/sign-in/principal.ts'
import type { LoanRow } from './read-loans.ts'

export const withPermissions = (caller: Caller, loan: LoanRow): Loan => ({
  ...loan,
  can: permissionsOnLoan(actingRole(caller), loan),
})
