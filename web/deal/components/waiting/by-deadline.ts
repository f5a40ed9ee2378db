import type { Commitment } from '#contract/book/commitments.ts'
import type { Offer } from '#contract/deal/offers.ts'
import type { TermsQuestion } from '#contract/deal/terms.ts'
import type { DueMoney } from '#contract/desk/today.ts'
import { awaitsTerms, isMoreThanLeft } from '#web/book/components/holdings/soft-lines.ts'

type Answerable = { offer: Offer } | { question: TermsQuestion }
type WaitingCard = Answerable | { soft: Commitment } | { money: DueMoney }

interface Waiting {
  offers: readonly Offer[]
  questions: readonly TermsQuestion[]
  soft: readonly Commitment[]
  money: readonly DueMoney[]
}

/** Returns the cards by the time to act, the soonest first. Offers precede questions of the same time. */
export const byDeadline = ({ offers, questions, soft, money }: Waiting): WaitingCard[] =>
  [
    ...offers.map((offer) => ({ offer })),
    ...questions.map((question) => ({ question })),
    ...soft.map((each) => ({ soft: each })),
    ...money.map((each) => ({ money: each })),
  ].toSorted((a, b) => deadlineOf(a) - deadlineOf(b))

/** The card with buttons to answer if there is only one. Among several, no button leads. A viewer has none. */
export function onlyToAnswer(cards: readonly WaitingCard[]): WaitingCard | undefined {
  const [only, ...others] = cards.filter((card) =>
    'soft' in card
      ? card.soft.can.includes('makeBinding')
      : !('money' in card) && contentOf(card).canAnswer === 'true',
  )
  return others.length === 0 ? only : undefined
}

const weekMs = 7 * 86_400_000

/** Returns the firm's soft commitments that it can make binding, and that are due within a week. */
export const dueSoon = (commitments: readonly Commitment[], now = Date.now()): Commitment[] =>
  commitments.filter((commitment) => {
    const { isSoftCommit, loan } = commitment
    if (isSoftCommit === 'false' || loan.commitmentDeadline === null) return false
    const left = Date.parse(loan.commitmentDeadline) - now
    return (
      left > 0 &&
      left <= weekMs &&
      loan.takesCommitments === 'true' &&
      !awaitsTerms(commitment) &&
      !isMoreThanLeft(commitment, loan)
    )
  })

function deadlineOf(card: WaitingCard): number {
  if ('soft' in card) return Date.parse(card.soft.loan.commitmentDeadline ?? '')
  return Date.parse('money' in card ? card.money.dueAt : contentOf(card).respondBy)
}

const contentOf = (card: Answerable) => ('offer' in card ? card.offer : card.question)
