import type { Commitment } from '#contract/book/commitments.ts'
import { endpointQuery } from '#web/api/client.ts'
import { zeroPercent } from '#domain/money.ts'
import { useSession } from '#web/session.ts'
import { useQuery } from '@tanstack/react-query'
import { holdingsIn, type Holdings } from './holdings.ts'

export interface OwnHoldings {
  /** The user's active commitments to the loan; empty until they are known. */
  lines: Commitment[]
  /** Their sums; undefined until they are known. */
  held: Holdings | undefined
  isLoading: boolean
  hasFailed: boolean
}

/** What prevents an act on the loan until they are known. */
export const loadingHoldings = 'Loading what you hold...'
export const holdingsFailed = "What you hold already couldn't be loaded."

/** The shares of holdings, as far as they are known. */
export const sharesOf = (held: Holdings | undefined) => ({
  binding: held?.binding?.share ?? zeroPercent,
  soft: held?.soft?.share ?? zeroPercent,
})

/** What the user holds of a loan. */
export function useOwnHoldings(loanId: string): OwnHoldings {
  const { user } = useSession()
  const { data, error } = useQuery({
    ...endpointQuery('listOwnCommitments', { query: { loanId } }),
    enabled: user !== null,
    // An administrator may have released a share meanwhile.
    refetchOnMount: 'always',
  })
  const isActive = (own: Commitment) => own.loanId === loanId && own.status === 'active'
  return {
    lines: data?.filter(isActive) ?? [],
    held: data && holdingsIn(loanId, data),
    // Nobody who isn't signed in holds anything.
    isLoading: user !== null && !data && error === null,
    hasFailed: error !== null && !data,
  }
}
