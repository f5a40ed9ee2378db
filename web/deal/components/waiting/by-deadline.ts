import type { Commitment } from '#contract/book/commitments.ts'
import type { Offer } from '#contract/deal/offers.ts'
import type { TermsQuestion } from '#contract/deal/terms.ts'
import { ownActs } from '#web/book/components/my-commitments/own-acts.ts'

type WaitingCard = { offer: Offer } | { question: TermsQuestion } | { soft: Commitment }

interface Waiting {
  offers: readonly Offer[]
  questions: readonly TermsQuestion[]
  soft: readonly Commitment[]
}

/** Returns the cards by the time to decide, the soonest first. Offers precede questions of the same time. */
export const byDeadline = ({ offers, questions, soft }: Waiting): WaitingCard[] =>
  [
    ...offers.map((offer) => ({ offer })),
    ...questions.map((question) => ({ question })),
    ...soft.map((each) => ({ soft: each })),
  ].toSorted((a, b) => deadlineOf(a) - deadlineOf(b))

/** The first card with buttons to answer. A viewer has none. */
export const firstToAnswer = (cards: readonly WaitingCard[]): WaitingCard | undefined =>
  cards.find((card) => 'soft' in card || contentOf(card).canAnswer === 'true')

const weekMs = 7 * 86_400_000

/** Returns the soft commitments that can be made binding, and are due within a week. */
export const dueSoon = (commitments: readonly Commitment[], now = Date.now()): Commitment[] =>
  commitments.filter((commitment) => {
    const { commitmentDeadline } = commitment.loan
    if (commitmentDeadline === null) return false
    const left = Date.parse(commitmentDeadline) - now
    return (
      left > 0 &&
      left <= weekMs &&
      ownActs(commitment).some(({ action, lacksShare }) => action === 'makeBinding' && !lacksShare)
    )
  })

const deadlineOf = (card: WaitingCard) =>
  Date.parse('soft' in card ? (card.soft.loan.commitmentDeadline ?? '') : contentOf(card).respondBy)

const contentOf = (card: Exclude<WaitingCard, { soft: Commitment }>) =>
  'offer' in card ? card.offer : card.question
