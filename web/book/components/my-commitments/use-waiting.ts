import type { TermsQuestion } from '#contract/deal/terms.ts'
import type { Loan } from '#contract/loans/shapes.ts'
import { isLender } from '#domain/access.ts'
import { formatPart } from '#domain/money.ts'
import { endpointQuery } from '#web/api/client.ts'
import { pathToAnswer } from '#web/loans/components/Due.tsx'
import { useSession } from '#web/session.ts'
import { useQuery } from '@tanstack/react-query'

/**
 * The offers and the questions about new terms that wait for the answer of the user's firm, and the money that it owes
 * on closed loans. Open ones come first, so one page has them.
 * @param loads False if another component on the page already loads them.
 */
export function useWaiting({ loads = true } = {}) {
  const { role } = useSession()
  const offers = useQuery({
    ...endpointQuery('listOwnOffers', { query: { limit: '24' } }),
    enabled: loads,
    refetchOnMount: 'always',
  })
  const questions = useQuery({
    ...endpointQuery('listOwnTermsQuestions', { query: {} }),
    enabled: loads,
    refetchOnMount: 'always',
  })
  const today = useQuery({
    ...endpointQuery('getToday'),
    enabled: loads && isLender(role),
    refetchOnMount: 'always',
  })
  return {
    queries: [offers, questions, today],
    offers: offers.data?.filter(({ state }) => state === 'offered') ?? [],
    questions:
      questions.data?.filter(
        ({ proposalState, state }) => proposalState === 'open' && state === 'asked',
      ) ?? [],
    money: today.data?.dueMoney.items ?? [],
  }
}

/**
 * The question to the user's firm about a loan's proposed terms, or null if it isn't asked. Undefined until loaded, and
 * while no terms are proposed.
 */
export function useTermsQuestion(
  loan: Pick<Loan, 'id' | 'isTermsPending'>,
): TermsQuestion | null | undefined {
  const { role } = useSession()
  const { data } = useQuery({
    ...endpointQuery('listOwnTermsQuestions', { query: { loanId: loan.id } }),
    refetchOnMount: 'always',
    enabled: role !== 'visitor' && loan.isTermsPending === 'true',
  })
  return data && (data.find(({ proposalState }) => proposalState === 'open') ?? null)
}

/** The money that the user's firm is to wire for a closed loan. The page loads what waits. */
export const useMoneyOwed = ({ id }: Pick<Loan, 'id'>) =>
  useWaiting({ loads: false }).money.find(({ loanId }) => loanId === id)

/** The answer that the user's firm owes on a loan, or null. The page loads what waits. */
export function useAnswerOwed({ id }: Pick<Loan, 'id'>) {
  const { offers, questions } = useWaiting({ loads: false })
  const offer = offers.find(({ loanId }) => loanId === id)
  const question = questions.find(({ loanId }) => loanId === id)
  if (offer)
    return {
      isAboutTerms: false,
      subject: `Offer of ${formatPart(offer.added, offer.addedAmount)}`,
      respondBy: offer.respondBy,
      href: pathToAnswer(id, { about: 'offer' }),
    }
  return question
    ? {
        isAboutTerms: true,
        subject: 'New terms',
        respondBy: question.respondBy,
        href: pathToAnswer(id, { about: 'terms' }),
      }
    : null
}
