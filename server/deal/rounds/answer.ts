/** Accepts or declines an offer, for the lender or for an administrator who has the lender's word. */
import { randomUUID } from 'node:crypto'
import {
  acceptOffer,
  declineOffer,
  softLinesOf,
  type AnswerContext,
  type Offer,
} from '#domain/book/deal/offers.ts'
import { isRoundOver, type OfferAnswer, type OfferState } from '#domain/deal/rounds/rounds.ts'
import { formatMoment } from '#domain/days.ts'
import type { Money, Percent, Rate } from '#domain/money.ts'
import { dayAt } from '#domain/time-zone.ts'
import { actorOf } from '#server/audit/record.ts'
import { requireOwnCaller } from '#server/book/act.ts'
import { answerOffers } from '#server/book/offers/answer-offers.ts'
import { isFirmEligible } from '#server/book/shares.ts'
import { changesOfBook, lockBooks, writeBooks, type LockedBooks } from '#server/book/with-book.ts'
import { change } from '#server/change/change.ts'
import type { Queryable } from '#server/database/client.ts'
import { momentText } from '#server/database/sql/time-texts.ts'
import { conflict, notFound } from '#server/errors.ts'
import type { Context } from '#server/http/mount.ts'
import { ownNameOf } from '#server/sign-in/people-of-firms.ts'
import { sql } from 'drizzle-orm'

export interface Answer {
  answer: OfferAnswer
  amount?: Money | undefined
  reason: string | null
  /** How the lender gave the answer, or null if the lender answers. */
  how: string | null
}

/** @returns The id of the offer's allocation. */
export async function answerOffer(
  context: Context<'lender'> | Context<'admin'>,
  offerId: string,
  sent: Answer,
): Promise<string> {
  const { loanId, firmId, allocationId, makers } = await findOffer(context.db, offerId)
  const { account } = context.principal
  const isOwn = sent.how === null
  if (isOwn && account.firmId !== firmId) throw notFound('The offer')
  await change(context, {
    lock: (tx) => lockBooks(tx, { people: [account.id, ...makers], loanIds: [loanId] }),
    async run(tx, locked) {
      if (isOwn) requireOwnCaller(locked, context.principal, firmId)
      const { at, books } = locked
      const [book] = books
      if (!book) throw notFound('The offer')
      const offer = await readOffer(tx, offerId)
      if (offer.state === sent.answer) return { result: null }
      requireOpen(offer, at)
      if (!isOwn && sent.answer === 'accepted' && !offer.isEligible)
        throw conflict("Nobody of this lender's firm can commit now", 'not_active')
      const acting = contextOf(locked, { book, offer, account, how: sent.how })
      const answered =
        sent.answer === 'accepted'
          ? acceptOffer(book, acting, offer, { shown: sent.amount, newId: randomUUID })
          : declineOffer(book, acting, offer, sent.reason)
      if ('code' in answered) throw conflict(answered.message, answered.code)
      const { loan, stored, answers, entries, notices } = answered
      const ended = await answerOffers(tx, answers)
      await writeBooks(tx, actorOf(context.request, context.principal), { loans: [loan], stored })
      return {
        result: null,
        entries: [...entries, ...ended],
        notices,
        changes: changesOfBook(loanId, [firmId]),
      }
    },
  })
  return allocationId
}

interface FoundOffer {
  loanId: string
  firmId: string
  allocationId: string
  /** The people who made the firm's commitments to the loan. No others are made while the round runs. */
  makers: string[]
}

/** The loan and the firm of an offer never change, so they are looked up before the locks are taken. */
async function findOffer(db: Queryable, id: string): Promise<FoundOffer> {
  const { rows } = await db.execute<{ [Name in keyof FoundOffer]: FoundOffer[Name] }>(sql`
    select a.loan_id as "loanId", l.firm_id as "firmId", a.id as "allocationId",
      array(select distinct c.lender_id::text from commitments c
        where c.loan_id = a.loan_id and c.firm_id = l.firm_id and c.status = 'active') as makers
    from allocation_lines l join allocations a on a.id = l.allocation_id
    where l.id = ${id}::uuid and l.state is not null`)
  const [row] = rows
  if (!row) throw notFound('The offer')
  return row
}

interface ReadOffer extends Offer {
  state: OfferState
  addedAmount: Money
  respondBy: string
  firmName: string | null
  isEligible: boolean
}

async function readOffer(tx: Queryable, id: string): Promise<ReadOffer> {
  const { rows } = await tx.execute<{
    [Name in keyof OfferRow]: OfferRow[Name]
  }>(sql`
    select l.id, l.firm_id as "firmId", l.state, l.added, l.added_amount as "addedAmount",
      a.number as round, ${momentText(sql`a.respond_by`)} as "respondBy",
      a.loan_amount as amount, a.interest_rate as "interestRate", a.note_rate as "noteRate", a.term,
      ${ownNameOf(sql`l.firm_id`)} as "firmName", ${isFirmEligible(sql`l.firm_id`)} as "isEligible"
    from allocation_lines l join allocations a on a.id = l.allocation_id where l.id = ${id}::uuid`)
  const [row] = rows
  if (!row) throw notFound('The offer')
  const { amount, interestRate, noteRate, term, ...offer } = row
  return { ...offer, terms: { amount, interestRate, noteRate, term } }
}
type OfferRow = Omit<ReadOffer, 'terms'> & {
  amount: Money
  interestRate: Percent
  noteRate: Rate | null
  term: number
}

function requireOpen({ state, respondBy }: ReadOffer, at: string) {
  if (state === 'accepted' || state === 'declined')
    throw conflict(`This offer was ${state} already`, 'already_answered')
  if (state === 'nothing') throw conflict('No share was offered in this round', 'offer_over')
  if (state !== 'offered') throw conflict('This round is over', 'offer_over')
  if (isRoundOver(respondBy, new Date(at)))
    throw conflict(
      `The time to accept ended on ${formatMoment(respondBy)}. Ask the administrator`,
      'offer_over',
    )
}

/** The person who made the oldest soft commitment stands for the firm. */
function contextOf(
  { at, people }: LockedBooks,
  {
    book,
    offer,
    account,
    how,
  }: {
    book: Parameters<typeof softLinesOf>[0]
    offer: ReadOffer
    account: Context<'lender'>['principal']['account']
    how: string | null
  },
): AnswerContext {
  const [oldest] = softLinesOf(book, offer.firmId)
  const maker = oldest && people.get(oldest.lenderId)
  if (!maker) throw new Error(`The lender of the offer ${offer.id} wasn't read`)
  return {
    actor: account,
    lender: { ...maker, firmId: offer.firmId, firmName: offer.firmName },
    receiptId: randomUUID(),
    instruction: how === null ? null : { instructedBy: how, instructedOn: dayAt(new Date(at)) },
    at,
    how,
  }
}
