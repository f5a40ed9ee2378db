import type { Commitment } from '#contract/book/commitments.ts'
import { endpointQuery } from '#web/api/client.ts'
import { zeroPercent } from '#domain/money.ts'
import { useSeenAsLender } from '#web/seen-as-lender.ts'
import { useSession } from '#web/session.ts'
import { useQuery } from '@tanstack/react-query'
import { holdingsIn, type Holdings } from './holdings.ts'

export interface OwnHoldings {
  /** The user's active commitments to the loan. The list is empty until loaded. */
  lines: Commitment[]
  held: Holdings | undefined
  isLoading: boolean
  hasFailed: boolean
  refetch: () => unknown
}

export const loadingHoldings = 'Loading what you hold...'
export const holdingsFailed = "What you hold already couldn't be loaded."

export const sharesOf = (held: Holdings | undefined) => ({
  binding: held?.binding?.share ?? zeroPercent,
  soft: held?.soft?.share ?? zeroPercent,
})

/** The result in an administrator's preview as a lender. The preview ignores the administrator's own commitments. */
const nothing = { lines: [], held: undefined, isLoading: false, hasFailed: false }

/** @param loads False if another component on the page already loads the same commitments. */
export function useOwnHoldings(loanId: string, { loads = true } = {}): OwnHoldings {
  const { user } = useSession()
  const isSeenAsLender = useSeenAsLender()
  const { data, error, refetch } = useQuery({
    ...endpointQuery('listOwnCommitments', { query: { loanId } }),
    enabled: loads && user !== null && !isSeenAsLender,
    // The commitments are loaded again, because an administrator might have released a share.
    refetchOnMount: 'always',
  })
  if (isSeenAsLender) return { ...nothing, refetch }
  const isActive = (own: Commitment) => own.loanId === loanId && own.status === 'active'
  return {
    lines: data?.filter(isActive) ?? [],
    held: data && holdingsIn(loanId, data),
    // Visitors have no session and therefore no commitments.
    isLoading: user !== null && !data && error === null,
    hasFailed: error !== null && !data,
    refetch,
  }
}
