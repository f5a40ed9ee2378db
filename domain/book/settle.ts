/**
 * Derives the consequences of a changed commitment: amounts to the cent, stored totals, audit entries, and
 * notifications.
 */
import type { NewEntry } from '#domain/audit/entries.ts'
import { groupBy } from '#domain/groups.ts'
import { shareAmount, sumMoney, sumPercent, type Money } from '#domain/money.ts'
import type { DirectNotice } from '#domain/notifications/notices.ts'
import { entryOfCents, entryOfSoftAct, type ActContext, type Lender } from './act-entries.ts'
import type { AnsweredOffer } from './deal/answered-offer.ts'
import { noticeOfCents, noticeOfFullLoan } from './act-notices.ts'
import { refusalOfCommitmentAction } from './commitments.ts'
import {
  isActive,
  isBinding,
  termsOf,
  type Book,
  type Line,
  type LoanOfBook,
  type LoanTerms,
} from './lines.ts'
import { amountChanges, amountsOfBinding, isWhole, type AmountChanges } from './sums.ts'

export interface BookChange<Loan extends LoanOfBook = LoanOfBook> {
  loan: Loan
  stored: readonly Line[]
  line: Line
  entries: readonly NewEntry[]
  notices: readonly DirectNotice[]
  /** Offers that the change answers. */
  answers?: readonly AnsweredOffer[]
}

/** An act on several commitments has an entry for each of them beside its own. */
type Report = {
  entry: NewEntry
  further?: readonly NewEntry[]
  notices: readonly DirectNotice[]
} | null

/**
 * Adds or replaces a commitment. `describe` receives the final commitment.
 */
export function settle<Loan extends LoanOfBook>(
  book: Book<Loan>,
  actorId: string,
  line: Line,
  describe: (settled: Line) => Report,
): BookChange<Loan> {
  let only = line
  const change = settleAll(book, actorId, [line], ([settled = line]) => {
    only = settled
    return describe(settled)
  })
  return { ...change, line: only }
}

/**
 * Adds or replaces commitments. When a loan becomes fully committed, rounding cents are distributed so that the binding
 * amounts add up to the loan amount. The distribution is undone when the loan is no longer fully committed. `describe`
 * receives the final commitments.
 */
export function settleAll<Loan extends LoanOfBook>(
  { loan, lines }: Book<Loan>,
  actorId: string,
  changed: readonly Line[],
  describe: (settled: Line[]) => Report,
): Omit<BookChange<Loan>, 'line'> {
  const byId = new Map(changed.map((line) => [line.id, line]))
  const known = new Set(lines.map(({ id }) => id))
  const next = [
    ...lines.map((line) => byId.get(line.id) ?? line),
    ...changed.filter(({ id }) => !known.has(id)),
  ]
  const active = next.filter(isActive)
  const binding = active.filter(isBinding)
  const isWholeNow = isWhole(binding.map(({ percentage }) => percentage))
  const wasWhole = isWhole([loan.committedPercentage])
  const changes = wasWhole || isWholeNow ? placeCents(loan, binding) : (new Map() as AmountChanges)
  const withAmount = (each: Line): Line => {
    const change = changes.get(each.id)
    return change ? { ...each, amount: change.after } : each
  }
  const settled = changed.map(withAmount)
  // The action's own entry already records the amounts of these commitments.
  const moved = new Map([...changes].filter(([id]) => !byId.has(id)))
  const report = describe(settled)
  const held = binding.map(withAmount)
  return {
    loan: { ...loan, ...sumsOf(active.map(withAmount)) },
    stored: [...settled, ...held.filter(({ id }) => moved.has(id))],
    entries: [
      ...(report ? [report.entry, ...(report.further ?? [])] : []),
      ...(moved.size > 0 ? [entryOfCents(loan, isWholeNow, moved)] : []),
    ],
    notices: [
      ...(report?.notices ?? []),
      ...(isWholeNow && !wasWhole ? [noticeOfFullLoan(actorId, loan)] : []),
      ...noticesOfCents(loan, held, moved, isWholeNow),
    ],
  }
}

const placeCents = ({ amount }: LoanTerms, binding: readonly Line[]): AmountChanges =>
  amountChanges(
    binding,
    amountsOfBinding(
      amount,
      binding.map(({ percentage }) => percentage),
    ),
  )

/** Notifies firms of their new amounts, because their earlier receipts show the old ones. */
const noticesOfCents = (
  loan: LoanOfBook,
  held: readonly Line[],
  moved: AmountChanges,
  isWholeNow: boolean,
): DirectNotice[] =>
  [...groupBy(held, ({ firmId }) => firmId)]
    .filter(([, own]) => own.some(({ id }) => moved.has(id)))
    .map(([firmId, own]) =>
      noticeOfCents(firmId, loan, sumMoney(own.map(({ amount }) => amount)), isWholeNow),
    )

export function sumsOf(active: readonly Line[]) {
  const binding = active.filter(isBinding)
  const soft = active.filter((line) => !isBinding(line))
  return {
    committedPercentage: sumPercent(binding.map(({ percentage }) => percentage)),
    committedAmount: sumMoney(binding.map(({ amount }) => amount)),
    softPercentage: sumPercent(soft.map(({ percentage }) => percentage)),
    holdPercentage: sumPercent(
      binding.filter(({ isHold }) => isHold).map(({ percentage }) => percentage),
    ),
  }
}

export interface LinesChange<Loan extends LoanOfBook> {
  loan: Loan
  stored: readonly Line[]
  entries: readonly NewEntry[]
  answers: readonly AnsweredOffer[]
}

interface FirmsEnd extends Pick<ActContext, 'actor' | 'at'> {
  firmId: string
  people: ReadonlyMap<string, Lender>
}

/**
 * Withdraws a firm's soft commitments when its last account is closed, except commitments to a funded loan, and declines
 * its offers. `people` has the persons who made them, and `newReceiptId` generates the id of each entry.
 */
export function withdrawSoftOf<Loan extends LoanOfBook>(
  { loan, lines, openOffers = [] }: Book<Loan>,
  { firmId, people, actor, at }: FirmsEnd,
  newReceiptId: () => string,
): LinesChange<Loan> {
  const ended = lines
    .filter((line) => line.firmId === firmId)
    .filter(
      ({ status, isSoft }) =>
        refusalOfCommitmentAction('withdraw', { status, isSoft, loanStatus: loan.status }) === null,
    )
    .map((before) => {
      const after: Line = {
        ...before,
        status: 'withdrawn',
        endedAt: at,
        actedBy: actor.id,
        instructedBy: null,
        instructedOn: null,
      }
      const lender = people.get(before.lenderId)
      if (!lender) throw new Error(`The lender of the commitment ${before.id} wasn't read`)
      // The person who made the commitment may be in another firm by now.
      const firmName = lender.firmId === firmId ? (lender.firmName ?? null) : null
      const own = {
        actor,
        lender: { ...lender, firmName },
        at,
        receiptId: newReceiptId(),
        instruction: null,
      }
      return { after, entry: entryOfSoftAct('commitmentWithdrawn', own, loan, { before, after }) }
    })
  const endedIds = new Set(ended.map(({ after }) => after.id))
  const staying = lines.filter(({ id }) => !endedIds.has(id))
  return {
    loan: { ...loan, softPercentage: sumsOf(staying).softPercentage },
    stored: ended.map(({ after }) => after),
    entries: ended.map(({ entry }) => entry),
    answers: openOffers
      .filter((offer) => offer.firmId === firmId)
      .map(({ id }) => ({
        ...{ offerId: id, state: 'declined', answeredBy: actor.id, at },
        ...{ how: 'The account was deactivated', reason: null, receiptId: null },
      })),
  }
}

/**
 * Applies changed terms to the soft commitments and the originator's hold, which bind no lender. Returns the
 * commitments, the firms with soft ones, the changed amounts, and the loan's new committed amount.
 */
export function followTerms(
  lines: readonly Line[],
  terms: LoanTerms,
): { stored: Line[]; holders: string[]; changes: AmountChanges; committedAmount: Money } {
  const soft = lines.filter(({ isSoft }) => isSoft)
  const holds = lines.filter(({ isHold }) => isHold)
  const following = [...soft, ...holds]
  const amounts: Money[] = [
    ...soft.map(({ percentage }) => shareAmount(terms.amount, percentage)),
    ...amountsOfBinding(
      terms.amount,
      holds.map(({ percentage }) => percentage),
    ),
  ]
  return {
    stored: following.map((line, index) => ({
      ...line,
      amount: amounts[index] ?? line.amount,
      ...termsOf(terms),
    })),
    holders: [...new Set(soft.map(({ firmId }) => firmId))],
    changes: amountChanges(soft, amounts),
    committedAmount: sumMoney(amounts.slice(soft.length)),
  }
}
