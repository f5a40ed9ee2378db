import type { Loan } from '#contract/loans/shapes.ts'
import { formatShare, isAboveZero } from '#domain/money.ts'
import { useSession } from '#web/session.ts'

/** Shows text such as "You hold 10% binding, 5% soft". Renders nothing if the user has no share. */
export function OwnShare({ loan: { ownShare } }: { loan: Pick<Loan, 'ownShare'> }) {
  const { role } = useSession()
  if (!ownShare) return null
  const { bindingPercentage: binding, softPercentage: soft } = ownShare
  const parts = [
    isAboveZero(binding) && `${formatShare(binding)} binding`,
    isAboveZero(soft) && `${formatShare(soft)} soft`,
  ]
  return (
    <p className="text-xs font-medium">
      {role === 'viewer' ? 'Your firm holds' : 'You hold'} {parts.filter(Boolean).join(', ')}
    </p>
  )
}
