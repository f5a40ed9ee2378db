import { zeroPercent, type Percent } from '#domain/money.ts'
import { endpointQuery } from '#web/api/client.ts'
import { useSession } from '#web/session.ts'
import { useQuery } from '@tanstack/react-query'
import { holdingsIn } from './holdings.ts'

/** How much soft interest the user has in a loan, as far as the screen knows. */
export function useOwnSoftShare(loanId: string): Percent {
  const { user } = useSession()
  const { data = [] } = useQuery({
    ...endpointQuery('listOwnCommitments', { query: { loanId } }),
    enabled: user !== null,
  })
  return holdingsIn(loanId, data).soft?.share ?? zeroPercent
}
