import { formatCents, formatShare } from '#domain/money.ts'
import { endpointQuery } from '#web/api/client.ts'
import { useSession } from '#web/session.ts'
import { useQuery } from '@tanstack/react-query'
import { holdingsIn, type Holding } from './holdings.ts'

/** What the lender already holds of a loan, in one sentence; a lender may commit more than once. */
export function HeldAlready({ loanId }: { loanId: string }) {
  const { user } = useSession()
  const commitments = useQuery({
    ...endpointQuery('listOwnCommitments', { query: { loanId } }),
    enabled: user !== null,
    // An administrator may have released a share meanwhile.
    refetchOnMount: 'always',
  })
  if (commitments.error && !commitments.data) {
    return <p className="text-muted-foreground">What you hold already could not be loaded.</p>
  }
  // Reserve the line from the start, so that nothing moves under the pointer when data arrives.
  if (!commitments.data) return <p className="text-muted-foreground">Loading...</p>

  const { binding, soft } = holdingsIn(loanId, commitments.data)
  const parts = [
    binding && `${formatHolding(binding)} binding`,
    soft && `${formatHolding(soft)} soft`,
  ]
  const held = parts.filter((part) => part !== null).join(' and ')
  return (
    <p className="text-muted-foreground">
      {held ? `You already hold ${held} in this loan.` : 'You hold nothing in this loan yet.'}
    </p>
  )
}

const formatHolding = ({ share, amount }: Holding) =>
  `${formatShare(share)} (${formatCents(amount)})`
