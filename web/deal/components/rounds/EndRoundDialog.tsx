import type { Allocation } from '#contract/deal/allocations.ts'
import type { Deal } from '#contract/deal/shapes.ts'
import { mainName } from '#domain/book/deal/holder-names.ts'
import { isRoundOver } from '#domain/deal/rounds/rounds.ts'
import { formatPart } from '#domain/money.ts'
import { call } from '#web/api/client.ts'
import { withReason } from '#web/forms/refusal-text.ts'
import { useAction } from '#web/forms/use-action.ts'
import { ConfirmDialog } from '#web/ui/overlays/ConfirmDialog.tsx'
import { useState } from 'react'
import { describeBookAfter, describeEnd } from './describe-end.ts'

interface EndRoundDialogProps {
  deal: Deal
  round: Allocation
  onClose: () => void
}

/** Ends a round, after saying which offers are recalled or lapse. */
export function EndRoundDialog({ deal, round, onClose }: EndRoundDialogProps) {
  const [now] = useState(() => new Date())
  const isOver = round.respondBy !== null && isRoundOver(round.respondBy, now)
  const waiting = round.lines.filter(({ state }) => state === 'offered')
  const end = useAction({
    act: () => call('endRound', { params: { id: round.id }, loanId: deal.loan.id }),
    done: ({ accepted }) => ({
      title: `Round ${round.number} ended`,
      description: `${formatPart(accepted.added, accepted.addedAmount)} was accepted and is binding.`,
    }),
    failed,
    onDone: onClose,
  })
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="End Round"
      text={
        <>
          <strong className="block font-semibold text-foreground">
            {describeBookAfter(deal, now)}
          </strong>
          {describeEnd(waiting.length, isOver)}
        </>
      }
      confirmLabel="End Round"
      destructive={waiting.length > 0}
      busy={end.isPending}
      error={end.error ? withReason(failed, end.error) : undefined}
      onConfirm={() => end.mutate()}
    >
      {waiting.length > 0 && (
        <>
          <p className="mt-4 font-medium">{isOver ? 'Lapses' : 'Recalled'}</p>
          <ul className="mt-1 divide-y rounded-lg border">
            {waiting.map((line) => (
              <li key={line.id} className="flex flex-wrap justify-between gap-x-3 px-3 py-1.5">
                <span className="wrap-anywhere">{mainName(line)}</span>
                <span className="whitespace-nowrap">
                  {formatPart(line.added, line.addedAmount)}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </ConfirmDialog>
  )
}

const failed = "The round wasn't ended."
