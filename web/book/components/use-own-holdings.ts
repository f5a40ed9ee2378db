import type { Commitment } from '#contract/book/commitments.ts'
import { endpointQuery } from '#web/api/client.ts'
import { useSession } from '#web/session.ts'
import { useQuery } from '@tanstack/react-query'
import { holdingsIn, type Holdings } from './holdings.ts'

export interface OwnHoldings {
  /** The user's active commitments to the loan; empty until they are known. */
  lines: Commitment[]
  /** Their sums; undefined until they are known. */
  held: Holdings | undefined
  hasFailed: boolean
}

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
    hasFailed: error !== null && !data,
  }
}
