/**
 * Closes a book: raises the originator's hold by what is left, if asked to, and ends the soft commitments. The binding
 * ones, 100% together, become the register.
 */
import type { NewEntry } from '#domain/audit/entries.ts'
import type { Lender, Party } from '#domain/book/act-entries.ts'
import { entryOfHold, heldMore } from '#domain/book/deal/hold.ts'
import { endReasons, entryOfLapse, lapsedLine } from '#domain/book/deal/lapse.ts'
import { refusalOfStage } from '#domain/book/deal/stage-refusals.ts'
import { isActive, type Book, type Line, type LoanOfBook } from '#domain/book/lines.ts'
import { settleAll, type BookChange } from '#domain/book/settle.ts'
import {
  availablePercent,
  formatPart,
  formatShare,
  isAboveZero,
  subtractMoney,
  type Percent,
} from '#domain/money.ts'
import type { ClosingRefusal } from './refusals.ts'

export interface ClosingContext {
  actor: Party
  originatorsFirmId: string
  /** The id of the hold if there is none yet. */
  newId: string
  /** The time in ISO 8601, in UTC, with microseconds. */
  at: string
  /** The lender of each soft commitment, by its id. */
  lenderOf: (line: Line) => Lender
  newReceiptId: () => string
}

export type ClosedBook<Loan extends LoanOfBook> = Omit<BookChange<Loan>, 'line'> & {
  /** The soft commitments that lapsed. */
  lapsed: readonly Line[]
  /** The active commitments, all binding. */
  lines: readonly Line[]
}

export function closeBook<Loan extends LoanOfBook>(
  book: Book<Loan>,
  context: ClosingContext,
  { retainRest }: { retainRest: boolean },
): ClosedBook<Loan> | ClosingRefusal {
  const { loan, lines } = book
  const { actor, at } = context
  const left = availablePercent(loan.committedPercentage)
  const refusal =
    refusalOfStage('close', loan, at) ??
    (isAboveZero(left) && !retainRest ? notWhole(loan, left) : null)
  if (refusal) return refusal
  const soft = lines.filter((line) => isActive(line) && line.isSoft)
  const lapsed = soft.map((line) => lapsedLine(line, 'bookClosed', at))
  const oldest = lines.find(({ isHold }) => isHold) ?? null
  const raised = isAboveZero(left)
    ? heldMore(loan, oldest, { ...context, actorId: actor.id }, left)
    : null
  let hold: NewEntry | null = null
  const change = settleAll(book, actor.id, raised ? [raised, ...lapsed] : lapsed, ([first]) => {
    if (raised && first) hold = entryOfHold(loan, oldest, first, raised.id)
    return null
  })
  return {
    ...change,
    lapsed,
    lines: activeAfter(lines, change.stored),
    entries: [
      ...(hold ? [hold] : []),
      ...soft.map((line) =>
        entryOfLapse(
          { receiptId: context.newReceiptId(), lender: context.lenderOf(line) },
          loan,
          line,
          endReasons.bookClosed,
        ),
      ),
      ...change.entries,
    ],
  }
}

/** The active lines after a change, oldest first. */
export function activeAfter(lines: readonly Line[], stored: readonly Line[]): Line[] {
  const changed = new Map(stored.map((line) => [line.id, line]))
  const known = new Set(lines.map(({ id }) => id))
  return [
    ...lines.map((line) => changed.get(line.id) ?? line),
    ...stored.filter(({ id }) => !known.has(id)),
  ].filter(isActive)
}

function notWhole(loan: LoanOfBook, left: Percent): ClosingRefusal {
  const amount = subtractMoney(loan.amount, loan.committedAmount)
  return {
    code: 'not_whole',
    message: `${formatShare(loan.committedPercentage)} is placed; ${formatPart(left, amount)} is left`,
  }
}
