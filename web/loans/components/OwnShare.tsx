import { formatShare, isAboveZero } from '#domain/money.ts'
import { endpointQuery } from '#web/api/client.ts'
import { useSession } from '#web/session.ts'
import { useQuery } from '@tanstack/react-query'

/** What the user holds of a loan in a list: "You hold 10% binding, 5% soft"; nothing for no share. */
export function OwnShare({ loanId }: { loanId: string }) {
  const { user } = useSession()
  // One answer for all rows.
  const { data } = useQuery({
    ...endpointQuery('listOwnHoldings', { query: { limit: '200' } }),
    enabled: user !== null,
  })
  const held = data?.find(({ loan }) => loan.id === loanId)
  if (!held) return null
  const { bindingPercentage: binding, softPercentage: soft } = held
  const parts = [
    isAboveZero(binding) && `${formatShare(binding)} binding`,
    isAboveZero(soft) && `${formatShare(soft)} soft`,
  ]
  return <p className="text-xs font-medium">You hold {parts.filter(Boolean).join(', ')}</p>
}
