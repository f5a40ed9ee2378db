/** The rules for commitments, which are either soft (an indication) or binding. */
import { refusalOfLoanAction, type LoanStatus } from '#domain/loans/statuses.ts'
import {
  compareFigures,
  formatShare,
  isAboveZero,
  subtractPercent,
  wholePercent,
  zeroPercent,
  type Percent,
} from '#domain/money.ts'

/** Commitments are never deleted. They end as withdrawn, released, or lapsed, and only active ones count. */
export const commitmentStatuses = ['active', 'withdrawn', 'released', 'lapsed'] as const
export type CommitmentStatus = (typeof commitmentStatuses)[number]

/** The reasons why a commitment lapses: it wasn't taken up or confirmed in time, or the book closed. */
export const commitmentEnds = ['notTakenUp', 'notConfirmed', 'bookClosed'] as const
export type CommitmentEnd = (typeof commitmentEnds)[number]

/**
 * Events in a lender's history. The last three result from changes to the loan: changed terms, redistributed cents, and
 * deletion.
 */
export const positionEvents = [
  'made',
  'changed',
  'madeBinding',
  'withdrawn',
  'released',
  'lapsed',
  'termsChanged',
  'rounded',
  'removed',
] as const
export type PositionEvent = (typeof positionEvents)[number]

/** The dialog's default share, as a whole percentage. */
export const defaultShare = 10

export interface Position {
  status: CommitmentStatus
  isSoft: boolean
  loanStatus: LoanStatus
}

/**
 * Lenders change and withdraw their soft commitments and make them binding. Only administrators release commitments.
 */
export const commitmentActionNames = ['change', 'withdraw', 'makeBinding', 'release'] as const
export type CommitmentAction = (typeof commitmentActionNames)[number]

const bindingStays = 'A binding commitment can only be released by an administrator'

const commitmentActions: Record<CommitmentAction, { isForSoft: boolean; refusal: string }> = {
  change: { isForSoft: true, refusal: bindingStays },
  withdraw: { isForSoft: true, refusal: bindingStays },
  makeBinding: { isForSoft: true, refusal: bindingStays },
  release: { isForSoft: false, refusal: 'A soft commitment has nothing to release' },
}

/**
 * Returns a sentence that explains why an action isn't allowed, or null if it is allowed. The commitment must be active
 * and of the right type, and its loan must accept commitments.
 */
export function refusalOfCommitmentAction(
  action: CommitmentAction,
  { status, isSoft, loanStatus }: Position,
): string | null {
  if (status === 'lapsed') return 'This commitment lapsed already'
  if (status !== 'active') return `This commitment was ${status} already`
  const { isForSoft, refusal } = commitmentActions[action]
  return refusalOfLoanAction('commit', loanStatus) ?? (isForSoft === isSoft ? null : refusal)
}

export const commitmentCan = (action: CommitmentAction, position: Position) =>
  refusalOfCommitmentAction(action, position) === null

const maxSoftShare = wholePercent(100)

/**
 * Returns the reason why a lender can't add soft interest, or null if the lender can. `lenderName` is null if the
 * message is addressed to the lender.
 */
export function softLimitReason(
  lenderName: string | null,
  held: Percent,
  added: Percent,
): string | null {
  const room = subtractPercent(maxSoftShare, held)
  const hasRoom = isAboveZero(room)
  if (compareFigures(added, hasRoom ? room : zeroPercent) <= 0) return null
  const holder = lenderName === null ? 'You already hold' : `${lenderName} already holds`
  const holds = `${holder} soft interest in ${formatShare(held)} of this loan`
  return hasRoom
    ? `${holds}. You can add up to ${formatShare(room)} more.`
    : `${holds}, the most one lender can hold. Reduce or withdraw some of it before adding more.`
}

export function clampShare(input: number, available: number): number {
  if (!Number.isFinite(input)) return 0
  return Math.min(Math.max(Math.trunc(input), 0), Math.max(available, 0))
}
