/** The share that the originator keeps: one binding commitment of the originator's firm. */
import type { NewEntry } from '#domain/audit/entries.ts'
import {
  availablePercent,
  compareFigures,
  formatShare,
  isAboveZero,
  shareAmount,
  subtractPercent,
  sumPercent,
  zeroMoney,
  zeroPercent,
  type Money,
  type Percent,
} from '#domain/money.ts'
import { termsOf, type Book, type Line, type LoanOfBook } from '#domain/book/lines.ts'
import { refusalOfStatus, refusalOfTerms, type ActRefusal } from '#domain/book/refusals.ts'
import { settleAll, type BookChange } from '#domain/book/settle.ts'
import { refusalOfStage } from './stage-refusals.ts'

export interface HoldContext {
  /** The administrator who sets the hold. */
  actorId: string
  originatorsFirmId: string
  /** The id of the commitment if there is none yet. */
  newId: string
  /** The time in ISO 8601, in UTC, with microseconds. */
  at: string
}

interface WantedHold {
  percentage: Percent
  /** The amount that the screen showed. */
  amount?: Money | undefined
}

/**
 * Changes the oldest line of the hold in place. Others, which take-overs leave, end. Returns null if nothing changes,
 * and a refusal if the share isn't available.
 */
export function setHold<Loan extends LoanOfBook>(
  book: Book<Loan>,
  context: HoldContext,
  wanted: WantedHold,
): Omit<BookChange<Loan>, 'line'> | ActRefusal | null {
  const { loan } = book
  const { percentage } = wanted
  const [oldest, ...others] = book.lines.filter(({ isHold }) => isHold)
  const amount = shareAmount(loan.amount, percentage)
  const refusal =
    refusalOfStatus(loan) ??
    refusalOfStage('setHold', loan, context.at) ??
    refusalOfHoldRoom(loan, percentage) ??
    refusalOfTerms({ amount: wanted.amount }, { ...loan, amount })
  if (refusal) return refusal
  if (compareFigures(percentage, loan.holdPercentage) === 0 && others.length === 0) return null
  const kept = isAboveZero(percentage)
    ? { ...(oldest ?? newHold(loan, context)), lenderId: context.actorId, percentage, amount }
    : null
  const ended = (kept ? others : oldest ? [oldest, ...others] : []).map((line) =>
    endedHold(line, context, kept ? 'Joined with the rest of the hold' : 'Hold given up'),
  )
  const changed = [...(kept ? [{ ...kept, ...termsOf(loan) }] : []), ...ended]
  return settleAll(book, context.actorId, changed, ([first]) => ({
    entry: entryOfHold(loan, oldest ?? null, kept && (first ?? null), changed[0]?.id ?? ''),
    notices: [],
  }))
}

const holdRoom = ({ committedPercentage, holdPercentage }: LoanOfBook) =>
  sumPercent([availablePercent(committedPercentage), holdPercentage])

function refusalOfHoldRoom(loan: LoanOfBook, percentage: Percent): ActRefusal | null {
  if (compareFigures(percentage, holdRoom(loan)) <= 0) return null
  return { code: 'not_enough_available', message: describeHoldRoom(loan) }
}

/** Returns text such as "Lenders are bound to 60% of this loan, so you can hold at most 40%". */
export function describeHoldRoom(loan: LoanOfBook): string {
  const bound = subtractPercent(loan.committedPercentage, loan.holdPercentage)
  return `Lenders are bound to ${formatShare(bound)} of this loan, so you can hold at most ${formatShare(holdRoom(loan))}`
}

/** The hold, or its oldest line, raised by a share. */
export function heldMore(
  loan: LoanOfBook,
  oldest: Line | null,
  context: HoldContext,
  more: Percent,
): Line {
  const line = oldest ?? newHold(loan, context)
  const percentage = sumPercent([line.percentage, more])
  const amount = shareAmount(loan.amount, percentage)
  return { ...line, lenderId: context.actorId, percentage, amount, ...termsOf(loan) }
}

const newHold = (
  loan: LoanOfBook,
  { actorId, originatorsFirmId, newId, at }: HoldContext,
): Line => ({
  id: newId,
  loanId: loan.id,
  lenderId: actorId,
  firmId: originatorsFirmId,
  isSoft: false,
  isHold: true,
  percentage: zeroPercent,
  amount: zeroMoney,
  status: 'active',
  ...termsOf(loan),
  createdAt: at,
  standingSince: null,
  recordedBy: null,
  endedAt: null,
  endReason: null,
  releasedBy: null,
  releaseReason: null,
  actedBy: null,
  instructedBy: null,
  instructedOn: null,
})

const endedHold = (line: Line, { actorId, at }: HoldContext, releaseReason: string): Line => ({
  ...line,
  status: 'released',
  endedAt: at,
  releasedBy: actorId,
  releaseReason,
})

/** The figures before and after let the history of a loan be computed, so a given-up hold has none after. */
export const entryOfHold = (
  { id, title }: LoanOfBook,
  before: Line | null,
  after: Line | null,
  lineId: string,
): NewEntry => ({
  kind: 'holdSet',
  loan: { id, title },
  object: { id: lineId },
  ...(before && { before: figuresOf(before) }),
  after: after ? figuresOf(after) : { status: 'released' },
})

const figuresOf = ({ percentage, amount }: Line) => ({ kind: 'binding', percentage, amount })
