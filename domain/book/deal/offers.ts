/** The answers to an offer. Accepting makes soft commitments binding, and declining withdraws them. */
import {
  compareFigures,
  isAboveZero,
  isSameRate,
  shareAmount,
  subtractPercent,
  sumMoney,
  withinOneCent,
  type Money,
  type Percent,
} from '#domain/money.ts'
import type { NewEntry } from '#domain/audit/entries.ts'
import { entryOfMaking, entryOfSoftAct, type ActContext } from '#domain/book/act-entries.ts'
import { isActive, termsOf, type Book, type Line, type LoanOfBook } from '#domain/book/lines.ts'
import type { ActRefusal } from '#domain/book/refusals.ts'
import { settleAll, type BookChange } from '#domain/book/settle.ts'
import { exactRate, type LoanRates } from '#domain/loans/credit/note-rate.ts'
import { actedOn } from './acted-on.ts'
import type { AnsweredOffer } from './answered-offer.ts'
import { entryOfAnswer, noticesOfAnswer } from './offer-records.ts'

export interface Offer {
  id: string
  firmId: string
  /** The number of the round. */
  round: number
  added: Percent
  /** The terms of the loan when the offer was made. */
  terms: LoanRates & { amount: Money; term: number }
}

export interface AnswerContext extends ActContext {
  /** How the lender gave an answer that an administrator records. */
  how: string | null
}

type OfferChange<Loan extends LoanOfBook> = Omit<BookChange<Loan>, 'line'> & {
  answers: readonly AnsweredOffer[]
}

const onlyDeclined =
  "The loan's terms have changed since this offer was made, so it can only be declined"

/** @param shown The added amount that the screen showed, and the generator of the ids of new commitments. */
export function acceptOffer<Loan extends LoanOfBook>(
  book: Book<Loan>,
  context: AnswerContext,
  offer: Offer,
  { shown, newId }: { shown: Money | undefined; newId: () => string },
): OfferChange<Loan> | ActRefusal {
  const { loan } = book
  const soft = softLinesOf(book, offer.firmId)
  const parts = takeOldestFirst(soft, offer.added)
  const amount = sumMoney(parts.map(({ taken }) => shareAmount(loan.amount, taken)))
  if (!isOnTerms(loan, offer.terms)) return { code: 'terms_changed', message: onlyDeclined }
  if (!withinOneCent(shown ?? amount, amount))
    return { code: 'terms_changed', message: 'The amount of this offer has changed. Review it' }
  const own = actedOn(context, context.instruction)
  const bound = parts.map(({ line, taken }): Line => ({
    ...{ ...line, isSoft: false, percentage: taken, amount: shareAmount(loan.amount, taken) },
    ...{ ...termsOf(loan), ...own },
  }))
  const rests = parts.flatMap(({ line, taken }) =>
    restOf(loan, line, taken, { at: context.at, newId }),
  )
  const change = settleAll(book, context.actor.id, [...bound, ...rests], (settled) => {
    const byId = new Map(settled.map((line) => [line.id, line]))
    const accepted = parts.map(({ line }) => ({ before: line, after: byId.get(line.id) ?? line }))
    const figures = {
      percentage: offer.added,
      amount: sumMoney(accepted.map(({ after }) => after.amount)),
    }
    const answer = { offer, state: 'accepted' as const, soft, figures, reason: null }
    return {
      entry: entryOfAnswer(context, loan, answer),
      further: [
        ...accepted.map((lines) =>
          withoutId(entryOfSoftAct('commitmentMadeBinding', context, loan, lines)),
        ),
        ...rests.map((line) => entryOfMaking({ ...context, receiptId: line.id }, loan, line)),
      ],
      notices: noticesOfAnswer(context, loan, answer),
    }
  })
  return { ...change, answers: [answerOf(context, offer.id, 'accepted', null)] }
}

export function declineOffer<Loan extends LoanOfBook>(
  book: Book<Loan>,
  context: AnswerContext,
  offer: Pick<Offer, 'id' | 'firmId' | 'added'> & { round?: number; addedAmount: Money },
  reason: string | null,
): OfferChange<Loan> {
  const { loan } = book
  const soft = softLinesOf(book, offer.firmId)
  const ended = soft.map((line): Line => ({
    ...line,
    status: 'withdrawn',
    endedAt: context.at,
    ...actedOn(context, context.instruction),
  }))
  const change = settleAll(book, context.actor.id, ended, () => {
    const figures = { percentage: offer.added, amount: offer.addedAmount }
    const answer = { offer, state: 'declined' as const, soft, figures, reason }
    return {
      entry: entryOfAnswer(context, loan, answer),
      further: soft.map((before, index) =>
        withoutId(
          entryOfSoftAct('commitmentWithdrawn', context, loan, {
            before,
            after: ended[index] ?? before,
          }),
        ),
      ),
      notices: noticesOfAnswer(context, loan, answer),
    }
  })
  return { ...change, answers: [answerOf(context, offer.id, 'declined', reason)] }
}

export const softLinesOf = ({ lines }: Book, firmId: string): Line[] =>
  lines.filter((line) => line.firmId === firmId && line.isSoft && isActive(line))

/** The part of each soft commitment that becomes binding. */
function takeOldestFirst(soft: readonly Line[], added: Percent): { line: Line; taken: Percent }[] {
  let left = added
  const parts = soft.flatMap((line) => {
    if (!isAboveZero(left)) return []
    const taken = compareFigures(line.percentage, left) <= 0 ? line.percentage : left
    left = subtractPercent(left, taken)
    return { line, taken }
  })
  if (isAboveZero(left)) throw new Error('An offer exceeds the soft commitments of its firm')
  return parts
}

/** The request that an offer leaves stays soft, and stands as long as before. */
function restOf(
  loan: LoanOfBook,
  line: Line,
  taken: Percent,
  { at, newId }: { at: string; newId: () => string },
): Line[] {
  const percentage = subtractPercent(line.percentage, taken)
  if (!isAboveZero(percentage)) return []
  return [
    {
      ...{ ...line, id: newId(), percentage, amount: shareAmount(loan.amount, percentage) },
      ...termsOf(loan),
      createdAt: at,
      standingSince: line.standingSince ?? line.createdAt,
    },
  ]
}

/** False once the terms were edited. The offer can then only be declined, because its terms are gone. */
export const isOnTerms = (
  loan: LoanRates & { amount: Money; term: number },
  terms: Offer['terms'],
): boolean =>
  compareFigures(loan.amount, terms.amount) === 0 &&
  isSameRate(exactRate(loan), exactRate(terms)) &&
  loan.term === terms.term

/** The answer's own entry has the id of the receipt, and the database makes one for each other entry. */
const withoutId = (entry: NewEntry): NewEntry => ({ ...entry, id: undefined })

const answerOf = (
  { actor, at, how, receiptId }: AnswerContext,
  offerId: string,
  state: AnsweredOffer['state'],
  reason: string | null,
): AnsweredOffer => ({ offerId, state, answeredBy: actor.id, at, how, reason, receiptId })
