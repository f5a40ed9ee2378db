/** A lender's position on a loan: an indication (soft) or a binding commitment. */
import { loanCan, type LoanStatus } from './loans.ts'

/** Nothing is erased: a position ends by being withdrawn or released, and only active ones count. */
export const commitmentStatuses = ['active', 'withdrawn', 'released'] as const
export type CommitmentStatus = (typeof commitmentStatuses)[number]

/** The share that the dialog proposes, in whole per cent. */
export const defaultShare = 10

export interface Position {
  status: CommitmentStatus
  isSoft: boolean
  loanStatus: LoanStatus
}

/** A lender may change, withdraw or firm up an indication; only an administrator releases. */
export type CommitmentAction = 'change' | 'withdraw' | 'makeBinding' | 'release'

const onKind: Record<CommitmentAction, 'soft' | 'binding'> = {
  change: 'soft',
  withdraw: 'soft',
  makeBinding: 'soft',
  release: 'binding',
}

/** Whether the act fits the position: an active one of the right kind, on a loan not yet funded. */
export const commitmentCan = (action: CommitmentAction, position: Position) =>
  position.status === 'active' &&
  loanCan('commit', position.loanStatus) &&
  (onKind[action] === 'soft') === position.isSoft

/** The whole per cent that an input means: clamped between 0 and what is available. */
export function clampShare(input: number, available: number): number {
  if (!Number.isFinite(input)) return 0
  return Math.min(Math.max(Math.trunc(input), 0), Math.max(available, 0))
}
