/**
 * Actions on a loan's book as pure functions. Each function returns either the rows, totals, audit entries, and
 * notifications to write, or an error. `server/book/with-book.ts` locks, reads, and writes.
 */
import { compareFigures, shareAmount, subtractPercent, type Percent } from '#domain/money.ts'
import { fullName } from '#domain/texts.ts'
import { entryOfMaking, entryOfRelease, entryOfSoftAct, type ActContext } from './act-entries.ts'
import { noticeOfRelease, noticesOfMaking, noticesOfSoftAct } from './act-notices.ts'
import type { CommitmentAction } from './commitments.ts'
import { actedOn } from './deal/acted-on.ts'
import { declineOffer } from './deal/offers.ts'
import { refusalOfLimits } from './deal/share-limits.ts'
import { refusalOfStage, type StageAct } from './deal/stage-refusals.ts'
import { formatInstruction } from './instructions.ts'
import { termsOf, type Book, type Line, type LoanOfBook } from './lines.ts'
import {
  refusalOfAction,
  refusalOfHold,
  refusalOfRoom,
  refusalOfSoftRoom,
  refusalOfStatus,
  refusalOfTerms,
  type ActRefusal,
  type ShownTerms,
} from './refusals.ts'
import { settle, type BookChange } from './settle.ts'

export type ActResult<Loan extends LoanOfBook = LoanOfBook> = BookChange<Loan> | ActRefusal

export const isRefusal = (result: ActResult): result is ActRefusal => 'code' in result

export function commitShare<Loan extends LoanOfBook>(
  book: Book<Loan>,
  context: ActContext,
  wanted: { percentage: Percent; isSoft: boolean; shown: ShownTerms },
): ActResult<Loan> {
  const { loan } = book
  const { actor, lender, instruction, at } = context
  const { percentage, isSoft, shown } = wanted
  const amount = shareAmount(loan.amount, percentage)
  const isOwn = actor.id === lender.id
  const refusal =
    refusalOfStatus(loan) ??
    refusalOfStage(isOwn ? 'commit' : 'recordOnBehalf', loan, at) ??
    (isSoft ? null : refusalOfStage('bind', loan, at)) ??
    refusalOfRoom(loan, percentage) ??
    (isSoft
      ? refusalOfSoftRoom(book, lender.firmId, percentage, isOwn ? null : fullName(lender))
      : null) ??
    refusalOfLimits(book, {
      ...{ firmId: lender.firmId, percentage, lineId: null },
      name: isOwn ? null : fullName(lender),
    }) ??
    refusalOfTerms(shown, { ...loan, amount })
  if (refusal) return refusal
  const line: Line = {
    id: context.receiptId,
    loanId: loan.id,
    lenderId: lender.id,
    firmId: lender.firmId,
    isSoft,
    isHold: false,
    percentage,
    amount,
    status: 'active',
    ...termsOf(loan),
    createdAt: at,
    standingSince: null,
    recordedBy: isOwn ? null : actor.id,
    endedAt: null,
    endReason: null,
    releasedBy: null,
    releaseReason: null,
    ...actedOn(context, instruction),
  }
  return settle(book, actor.id, line, (settled) => ({
    entry: entryOfMaking(context, loan, settled),
    notices: noticesOfMaking(context, loan, settled),
  }))
}

/** If the share is unchanged, no audit entry or notification is created. */
export function changeShare<Loan extends LoanOfBook>(
  book: Book<Loan>,
  context: ActContext,
  before: Line,
  percentage: Percent,
): ActResult<Loan> {
  const { loan } = book
  const { lender, instruction, at } = context
  const isRaise = compareFigures(percentage, before.percentage) > 0
  const name = instruction && fullName(lender)
  const refusal =
    refusalOfAction('change', before, loan) ??
    refusalOfStage(onBehalfOr(isRaise ? 'raise' : 'lower', context), loan, at) ??
    refusalOfRoom(loan, percentage) ??
    refusalOfSoftRoom(book, before.firmId, subtractPercent(percentage, before.percentage), name) ??
    (isRaise
      ? refusalOfLimits(book, { firmId: before.firmId, percentage, lineId: before.id, name })
      : null)
  if (refusal) return refusal
  const now = {
    ...{ percentage, amount: shareAmount(loan.amount, percentage), ...termsOf(loan) },
    ...(isRaise && { standingSince: at }),
  }
  if (compareFigures(percentage, before.percentage) === 0)
    return settle(book, context.actor.id, { ...before, ...now }, () => null)
  return softAct('commitmentChanged', book, context, before, now)
}

/** Withdrawing one of the soft commitments to which an offer was made declines it, which withdraws them all. */
export function withdrawLine<Loan extends LoanOfBook>(
  book: Book<Loan>,
  context: ActContext,
  before: Line,
): ActResult<Loan> {
  const refusal =
    refusalOfAction('withdraw', before, book.loan) ??
    refusalOfStage('withdraw', book.loan, context.at)
  if (refusal) return refusal
  const offer = offerTo(book, before)
  const ended = { status: 'withdrawn', endedAt: context.at } as const
  if (!offer) return softAct('commitmentWithdrawn', book, context, before, ended)
  const how = context.instruction && formatInstruction(context.instruction)
  const change = declineOffer(book, { ...context, how }, offer, null)
  return { ...change, line: change.stored.find(({ id }) => id === before.id) ?? before }
}

export function makeBinding<Loan extends LoanOfBook>(
  book: Book<Loan>,
  context: ActContext,
  before: Line,
  shown: ShownTerms,
): ActResult<Loan> {
  const { loan } = book
  const amount = shareAmount(loan.amount, before.percentage)
  return (
    refusalOfAction('makeBinding', before, loan) ??
    refusalOfStage(onBehalfOr('makeBinding', context), loan, context.at) ??
    refusalOfStage('bind', loan, context.at) ??
    refusalOfTerms(shown, { ...loan, amount }) ??
    refusalOfRoom(loan, before.percentage) ??
    softAct('commitmentMadeBinding', book, context, before, {
      isSoft: false,
      amount,
      ...termsOf(loan),
    })
  )
}

/** A released commitment keeps its share and amount. */
export function releaseLine<Loan extends LoanOfBook>(
  book: Book<Loan>,
  context: ActContext,
  before: Line,
  reason: string,
): ActResult<Loan> {
  const refusal =
    refusalOfHold(before) ??
    refusalOfAction('release', before, book.loan) ??
    refusalOfStage('release', book.loan, context.at) ??
    (offerTo(book, before) ? openOffer : null)
  if (refusal) return refusal
  const after: Line = {
    ...before,
    status: 'released',
    endedAt: context.at,
    releasedBy: context.actor.id,
    releaseReason: reason,
  }
  return settle(book, context.actor.id, after, () => ({
    entry: entryOfRelease(context, book.loan, before, reason),
    notices: [noticeOfRelease(context, book.loan, before, reason)],
  }))
}

const offerTo = ({ openOffers = [] }: Book, { firmId }: Line) =>
  openOffers.find((offer) => offer.firmId === firmId)

const openOffer: ActRefusal = {
  code: 'offer_open',
  message: 'This lender has an offer to answer. Wait for its answer, or end the round first',
}

const onBehalfOr = (act: StageAct, { instruction }: ActContext): StageAct =>
  instruction === null ? act : 'recordOnBehalf'

const actionOf = {
  commitmentChanged: 'change',
  commitmentWithdrawn: 'withdraw',
  commitmentMadeBinding: 'makeBinding',
} as const satisfies Record<string, CommitmentAction>

function softAct<Loan extends LoanOfBook>(
  kind: keyof typeof actionOf,
  book: Book<Loan>,
  context: ActContext,
  before: Line,
  change: Partial<Line>,
): BookChange<Loan> {
  const after = { ...before, ...change, ...actedOn(context, context.instruction) }
  return settle(book, context.actor.id, after, (settled) => ({
    entry: entryOfSoftAct(kind, context, book.loan, { before, after: settled }),
    notices: noticesOfSoftAct(kind, context, book.loan, { before, after: settled }),
  }))
}
