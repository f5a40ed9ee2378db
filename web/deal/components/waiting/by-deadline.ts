import type { Offer } from '#contract/deal/offers.ts'
import type { TermsQuestion } from '#contract/deal/terms.ts'

type WaitingCard = { offer: Offer } | { question: TermsQuestion }

/** Returns the cards by the time to answer, the soonest first. Offers precede questions of the same time. */
export function byDeadline(
  offers: readonly Offer[],
  questions: readonly TermsQuestion[],
): WaitingCard[] {
  return [
    ...offers.map((offer) => ({ offer })),
    ...questions.map((question) => ({ question })),
  ].toSorted((a, b) => deadlineOf(a) - deadlineOf(b))
}

/** The first card with buttons to answer. A viewer has none. */
export const firstToAnswer = (cards: readonly WaitingCard[]): WaitingCard | undefined =>
  cards.find((card) => contentOf(card).canAnswer === 'true')

const deadlineOf = (card: WaitingCard) => Date.parse(contentOf(card).respondBy)

const contentOf = (card: WaitingCard) => ('offer' in card ? card.offer : card.question)
