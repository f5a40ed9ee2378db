/** A lender's position on a loan: an indication (soft) or a binding commitment. */
import { loanCan, type LoanStatus } from '#domain/loans/statuses.ts'
import {
  compareFigures,
  formatShare,
  subtractPercent,
  wholePercent,
  zeroPercent,
  type Percent,
} from '#domain/money.ts'

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

/** The most that the soft shares of one lender on one loan may total. */
export const mostSoftShare = wholePercent(100)

/**
 * Why a lender with this much soft interest in a loan can't add to it, in words; null when it can,
 * as whoever adds nothing always can. The name is null in words for the lender itself.
 */
export function softLimitReason(
  lenderName: string | null,
  held: Percent,
  added: Percent,
): string | null {
  const room = subtractPercent(mostSoftShare, held)
  const hasRoom = compareFigures(room, zeroPercent) > 0
  if (compareFigures(added, hasRoom ? room : zeroPercent) <= 0) return null
  const holder = lenderName === null ? 'You already hold' : `${lenderName} already holds`
  const holds = `${holder} soft interest in ${formatShare(held)} of this loan`
  return hasRoom
    ? `${holds}. You can add up to ${formatShare(room)} more.`
    : `${holds}, the most one lender can hold. Reduce or withdraw some of it before adding more.`
}

/** The whole per cent that an input means: clamped between 0 and what is available. */
export function clampShare(input: number, available: number): number {
  if (!Number.isFinite(input)) return 0
  return Math.min(Math.max(Math.trunc(input), 0), Math.max(available, 0))
}
