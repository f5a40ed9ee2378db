import type { Allocation, AllocationLine, Allocations } from '#contract/deal/allocations.ts'
import type { Deal } from '#contract/deal/shapes.ts'
import { formatMoment } from '#domain/days.ts'
import { formatCents, formatShare, sumMoney, sumPercent } from '#domain/money.ts'
import { countLenders } from '#web/deal/components/count-lenders.ts'
import { orderLabels } from '#web/deal/components/allocation/order-labels.ts'
import { describeTimeLeft } from '#web/deal/components/describe-time-left.ts'
import { Button } from '#web/ui/Button.tsx'
import { CardDescription, CardHeader, CardTitle } from '#web/ui/display/Card.tsx'
import { TableCard } from '#web/ui/display/Table.tsx'
import { onDemand } from '#web/ui/on-demand.tsx'
import { useState } from 'react'
import { AnswerOnBehalfDialog } from './AnswerOnBehalfDialog.tsx'
import { EndRoundDialog } from './EndRoundDialog.tsx'
import { MoveRoundDialog } from './MoveRoundDialog.tsx'
import { RoundTable, type RoundAct } from './RoundTable.tsx'
import { describeLeft } from './describe-left.ts'
import { offerStateTexts } from './offer-states.ts'

const MessageDialog = onDemand(() =>
  import('#web/messages/components/MessageDialog.tsx').then((part) => part.MessageDialog),
)

interface RunningRoundProps {
  deal: Deal
  round: Allocation
  /** The active lines of the book. */
  lines: Allocations['lines']
}

type OpenDialog = 'move' | 'end' | { line: AllocationLine; act: RoundAct } | null

/** The offers that lenders can answer now. */
export function RunningRound({ deal, round, lines }: RunningRoundProps) {
  const { loan } = deal
  const [dialog, setDialog] = useState<OpenDialog>(null)
  const { number, respondBy, holdShare, order, publishedBy } = round
  const left = describeLeft(deal, round, lines)
  const close = () => setDialog(null)
  return (
    <TableCard as="section" aria-labelledby="deal-allocation">
      <CardHeader
        className="pb-4"
        action={
          <div className="flex flex-wrap gap-2 max-md:grid max-md:w-full max-md:grid-cols-2 print:hidden">
            <Button variant="outline" onClick={() => setDialog('move')}>
              Move Time…
            </Button>
            <Button
              variant="outline"
              data-next={deal.next === 'endRound' ? '' : undefined}
              onClick={() => setDialog('end')}
            >
              End Round…
            </Button>
          </div>
        }
      >
        <CardTitle id="deal-allocation" tabIndex={-1}>
          Round {number} Awaits Answers
        </CardTitle>
        <CardDescription>
          {respondBy && `Until ${formatMoment(respondBy)}, ${describeTimeLeft(respondBy)}. `}
          {publishedBy && `Published by ${publishedBy}. `}
          {orderLabels[order.kind]}. You keep {formatShare(holdShare)}.
        </CardDescription>
      </CardHeader>
      <RoundFigures round={round} />
      {left && <p className="border-t px-4.5 py-2.5 text-pretty wrap-anywhere">{left}</p>}
      <RoundTable round={round} onAct={(line, act) => setDialog({ line, act })} />
      {dialog === 'move' && <MoveRoundDialog loan={loan} round={round} onClose={close} />}
      {dialog === 'end' && <EndRoundDialog deal={deal} round={round} onClose={close} />}
      {dialog !== null &&
        typeof dialog === 'object' &&
        (dialog.act === 'message' ? (
          <MessageDialog loan={loan} to={dialog.line.askedBy} onClose={close} />
        ) : (
          <AnswerOnBehalfDialog
            {...{ deal, round, line: dialog.line, answer: dialog.act }}
            onClose={close}
          />
        ))}
    </TableCard>
  )
}

/** The offers that nobody answered until the round ended. All of them were recalled, or all lapsed. */
function unanswered({ lines }: Allocation) {
  return (['recalled', 'lapsed'] as const).flatMap((state) => {
    const ended = lines.filter((line) => line.state === state)
    if (ended.length === 0) return []
    const part = {
      lenders: ended.length,
      added: sumPercent(ended.map(({ added }) => added)),
      addedAmount: sumMoney(ended.map(({ addedAmount }) => addedAmount)),
    }
    return [{ name: offerStateTexts[state].text, part }]
  })
}

/** The parts of a round by answer, each with its lenders, share and amount. */
export function RoundFigures({ round }: { round: Allocation }) {
  const figures = [
    { name: 'Offered', part: round.offered },
    { name: 'Accepted', part: round.accepted },
    { name: 'Declined', part: round.declined },
    ...(round.state === 'ended' ? unanswered(round) : [{ name: 'Waiting', part: round.waiting }]),
  ]
  return (
    <dl className="grid grid-cols-2 gap-x-4 gap-y-3 border-t px-4.5 py-3 @3xl:grid-cols-4">
      {figures.map(({ name, part }) => (
        <div key={name} className="min-w-0">
          <dt className="text-xs text-muted-foreground">{name}</dt>
          <dd className="font-semibold tracking-tight wrap-anywhere">
            {formatShare(part.added)}{' '}
            <span className="block text-[0.8125rem] font-normal tracking-normal text-muted-foreground">
              {formatCents(part.addedAmount)}
              <span className="@max-3xl:hidden"> · </span>
              <span className="@max-3xl:block">{countLenders(part.lenders)}</span>
            </span>
          </dd>
        </div>
      ))}
    </dl>
  )
}
