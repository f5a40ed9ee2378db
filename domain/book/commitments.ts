/** A lender's position on a loan: an indication (soft) or a binding commitment. */
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

/** Nothing is deleted: a position ends by being withdrawn or released, and only active ones count. */
export const commitmentStatuses = ['active', 'withdrawn', 'released'] as const
export type CommitmentStatus = (typeof commitmentStatuses)[number]

/**
 * The events of a position, as its lender's history lists them. A soft one follows its loan's terms, a binding
 * one is rounded when the cents of a whole loan are placed or taken back, and all are removed with a deleted loan.
 */
export const positionEvents = [
  'made',
  'changed',
  'madeBinding',
  'withdrawn',
  'released',
  'termsChanged',
  'rounded',
  'removed',
] as const
export type PositionEvent = (typeof positionEvents)[number]

/** The default share in the dialog, in whole percent. */
export const defaultShare = 10

export interface Position {
  status: CommitmentStatus
  isSoft: boolean
  loanStatus: LoanStatus
}

/** A lender may change, withdraw or firm up an indication; only an administrator releases. */
export const commitmentActionNames = ['change', 'withdraw', 'makeBinding', 'release'] as const
export type CommitmentAction = (typeof commitmentActionNames)[number]

const bindingStays = 'A binding commitment can only be released by an administrator'

/** The kind of position that each action is for, and the refusal for the other kind. */
const commitmentActions: Record<CommitmentAction, { isForSoft: boolean; refusal: string }> = {
  change: { isForSoft: true, refusal: bindingStays },
  withdraw: { isForSoft: true, refusal: bindingStays },
  makeBinding: { isForSoft: true, refusal: bindingStays },
  release: { isForSoft: false, refusal: 'A soft commitment has nothing to release' },
}

/**
 * Why a position rules the action out, as a sentence; null when it doesn't. It must be active, of the
 * right kind, and on a loan that still takes commitments.
 */
export function refusalOfCommitmentAction(
  action: CommitmentAction,
  { status, isSoft, loanStatus }: Position,
): string | null {
  if (status !== 'active') return `This commitment was ${status} already`
  const { isForSoft, refusal } = commitmentActions[action]
  return refusalOfLoanAction('commit', loanStatus) ?? (isForSoft === isSoft ? null : refusal)
}

export const commitmentCan = (action: CommitmentAction, position: Position) =>
  refusalOfCommitmentAction(action, position) === null

/** The most that the soft shares of one lender on one loan may total. */
const maxSoftShare = wholePercent(100)

/**
 * Why a lender with this much soft interest can't add to it; null when they can. Adding nothing is
 * always allowed. The name is null when the text addresses the lender.
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

/** The whole percentage that an input stands for: clamped between 0 and what is available. */
export function clampShare(input: number, available: number): number {
  if (!Number.isFinite(input)) return 0
  return Math.min(Math.max(Math.trunc(input), 0), Math.max(available, 0))
}
