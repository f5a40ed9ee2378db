import { formatShare, isAboveZero } from '#domain/money.ts'
import { useQuery } from '@tanstack/react-query'
import { ownShareQuery } from './own-shares.ts'

/** Example: "You hold 10% binding, 5% soft"; renders nothing without a share. */
export function OwnShare({ loanId }: { loanId: string }) {
  const { data: [share] = [] } = useQuery(ownShareQuery(loanId))
  if (!share) return null
  const { bindingPercentage: binding, softPercentage: soft } = share
  const parts = [
    isAboveZero(binding) && `${formatShare(binding)} binding`,
    isAboveZero(soft) && `${formatShare(soft)} soft`,
  ]
  return <p className="text-xs font-medium">You hold {parts.filter(Boolean).join(', ')}</p>
}
