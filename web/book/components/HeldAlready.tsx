import { formatCents, formatShare } from '#domain/money.ts'
import type { Holding } from './holdings.ts'
import { holdingsFailed, type OwnHoldings } from './use-own-holdings.ts'

/** What the lender already holds of a loan, in one sentence; a lender may commit more than once. */
export function HeldAlready({ own: { held, hasFailed } }: { own: OwnHoldings }) {
  if (hasFailed) {
    return <p className="text-muted-foreground">{holdingsFailed}</p>
  }
  // Reserve the line from the start, so that nothing moves under the pointer when data arrives.
  if (!held) return <p className="text-muted-foreground">Loading...</p>

  const { binding, soft } = held
  const parts = [
    binding && `${formatHolding(binding)} binding`,
    soft && `${formatHolding(soft)} soft`,
  ]
  const sentence = parts.filter((part) => part !== null).join(' and ')
  return (
    <p className="text-muted-foreground">
      {sentence
        ? `You already hold ${sentence} in this loan.`
        : 'You hold nothing in this loan yet.'}
    </p>
  )
}

const formatHolding = ({ share, amount }: Holding) =>
  `${formatShare(share)} (${formatCents(amount)})`
