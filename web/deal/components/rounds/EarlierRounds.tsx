import type { Allocation } from '#contract/deal/allocations.ts'
import { formatPart } from '#domain/money.ts'
import { countLenders } from '#web/deal/components/allocation/describe-publication.ts'
import { formatTimestamp } from '#web/time/timestamps.ts'
import { CardDescription, CardHeader, CardTitle } from '#web/ui/display/Card.tsx'
import { TableCard } from '#web/ui/display/Table.tsx'
import { ChevronRight } from 'lucide-react'
import { RoundTable } from './RoundTable.tsx'
import { RoundFigures } from './RunningRound.tsx'

/** The rounds that are over, newest first. Each opens to its offers. */
export function EarlierRounds({ rounds }: { rounds: readonly Allocation[] }) {
  return (
    <TableCard as="section" aria-labelledby="deal-rounds">
      <CardHeader className="pb-4">
        <CardTitle id="deal-rounds">Earlier Rounds</CardTitle>
        <CardDescription>Open one to see each offer and its answer.</CardDescription>
      </CardHeader>
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
          <RoundTable round={round} onAnswer={null} />
        </details>
      ))}
    </TableCard>
  )
}

function describeRound({ accepted, offered, endedAt, endedBy }: Allocation): string {
  const taken = `${accepted.lenders} of ${countLenders(offered.lenders)} accepted ${formatPart(accepted.added, accepted.addedAmount)}`
  if (endedAt === null) return taken
  return `${taken} · ended ${formatTimestamp(endedAt)}${endedBy ? ` by ${endedBy}` : ''}`
}
