import type { Allocation } from '#contract/deal/allocations.ts'
import { formatPart } from '#domain/money.ts'
import { countLenders } from '#web/deal/components/count-lenders.ts'
import { FoldingCard } from '#web/deal/components/FoldingCard.tsx'
import { formatTimestamp } from '#web/time/timestamps.ts'
import { ChevronRight } from 'lucide-react'
import { RoundTable } from './RoundTable.tsx'
import { RoundFigures } from './RunningRound.tsx'

/** The rounds that are over, newest first. Each opens to its offers. */
export function EarlierRounds({ rounds }: { rounds: readonly Allocation[] }) {
  return (
    <FoldingCard id="deal-rounds" title="Earlier Rounds" result={describeRounds(rounds)} isFolded>
      {rounds.map((round) => (
        <details key={round.id} className="group/round border-t">
          <summary className="flex min-h-11 cursor-pointer list-none items-center gap-2 px-4.5 py-2 hover:bg-muted/55">
            <ChevronRight
              aria-hidden="true"
              className="size-4 shrink-0 text-muted-foreground transition-transform group-open/round:rotate-90"
            />
            <span>
              <span className="font-medium">Round {round.number}</span>{' '}
              <span className="text-muted-foreground">{describeRound(round)}</span>
            </span>
          </summary>
          <RoundFigures round={round} />
          <RoundTable round={round} onAct={null} />
        </details>
      ))}
    </FoldingCard>
  )
}

const describeTaken = ({ accepted, offered }: Allocation): string =>
  `${accepted.lenders} of ${countLenders(offered.lenders)} accepted ${formatPart(accepted.added, accepted.addedAmount)}`

function describeRound(round: Allocation): string {
  const { endedAt, endedBy } = round
  const taken = describeTaken(round)
  if (endedAt === null) return taken
  return `${taken} · ended ${formatTimestamp(endedAt)}${endedBy ? ` by ${endedBy}` : ''}`
}

/** The newest round comes first. */
function describeRounds([newest, ...others]: readonly Allocation[]): string {
  if (!newest) return ''
  const before = others.length === 0 ? '' : ` · ${others.length} before`
  return `Round ${newest.number}: ${describeTaken(newest)}${before}`
}
