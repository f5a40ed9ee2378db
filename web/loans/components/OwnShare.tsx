import type { Loan } from '#contract/loans/shapes.ts'
import { formatShare, isAboveZero } from '#domain/money.ts'

/** Shows text such as "You hold 10% binding, 5% soft". Renders nothing if the user has no share. */
export function OwnShare({ loan: { ownShare } }: { loan: Pick<Loan, 'ownShare'> }) {
  if (!ownShare) return null
  const { bindingPercentage: binding, softPercentage: soft } = ownShare
  const parts = [
    isAboveZero(binding) && `${formatShare(binding)} binding`,
    isAboveZero(soft) && `${formatShare(soft)} soft`,
  ]
  return <p className="text-xs font-medium">You hold {parts.filter(Boolean).join(', ')}</p>
}
