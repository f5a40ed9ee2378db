import type { OwnRegisterEntry } from '#contract/deal/registers.ts'
import type { Loan } from '#contract/loans/shapes.ts'
import { isLender } from '#domain/access.ts'
import { endpointQuery } from '#web/api/client.ts'
import type { OwnHoldings } from '#web/book/components/holdings/use-own-holdings.ts'
import { useSeenAsLender } from '#web/seen-as-lender.ts'
import { useSession } from '#web/session.ts'
import { useQuery } from '@tanstack/react-query'

/**
 * The lines of the user's firm in current registers. Nothing is loaded for administrators and visitors.
 * @param loads False if another component on the page already loads them.
 */
export function useOwnEntries({ loads = true } = {}) {
  const { role } = useSession()
  const isSeenAsLender = useSeenAsLender()
  return useQuery({
    ...endpointQuery('listOwnRegisterEntries'),
    enabled: loads && isLender(role) && !isSeenAsLender,
    refetchOnMount: 'always',
  })
}

export const entryOn = (entries: readonly OwnRegisterEntry[] | undefined, loanId: string) =>
  entries?.find(({ loan }) => loan.id === loanId)

/** The own funding of a closed loan. */
export const useOwnFunding = (loanId: string, { loads = true } = {}) =>
  useQuery({
    ...endpointQuery('getOwnFunding', { params: { loanId } }),
    enabled: loads,
    refetchOnMount: 'always',
  })

/** True if nobody can commit anymore, so that what the user holds comes first. */
export const isSettled = ({ status, bookStage }: Pick<Loan, 'status' | 'bookStage'>) =>
  status === 'funded' || bookStage === 'closed'

/**
 * Whether the user's firm holds a part of a settled loan. `isKnown` is false until what it holds and owes has loaded, so
 * that a page can render all of it at once.
 */
export function useParticipation(
  loan: Pick<Loan, 'id' | 'status' | 'bookStage'>,
  own: OwnHoldings,
) {
  const { id, bookStage } = loan
  const entries = useOwnEntries({ loads: bookStage === 'closed' })
  const isRegistered = bookStage === 'closed' && entryOn(entries.data, id) !== undefined
  const funding = useOwnFunding(id, { loads: isRegistered })
  return {
    isHeld: isRegistered || (isSettled(loan) && Boolean(own.held?.binding)),
    isKnown: !entries.isLoading && !funding.isLoading && !(isSettled(loan) && own.isLoading),
  }
}
