import type { Allocation, AllocationLine } from '#contract/deal/allocations.ts'
import { mainName, personBehind } from '#domain/book/deal/holder-names.ts'
import type { OfferState } from '#domain/deal/rounds/rounds.ts'
import {
  formatCents,
  formatPart,
  formatShare,
  isAboveZero,
  subtractMoney,
  type Money,
  type Percent,
} from '#domain/money.ts'
import { paths } from '#web/addresses/paths.ts'
import { callFile } from '#web/api/call-file.ts'
import { LenderNames } from '#web/deal/components/LenderNames.tsx'
import { describeHow } from '#web/deal/components/allocation/order-labels.ts'
import { useExport } from '#web/files/use-export.ts'
import { Button } from '#web/ui/Button.tsx'
import { Badge } from '#web/ui/display/Badge.tsx'
import {
  Cell,
  Dash,
  HeaderCell,
  Table,
  TableBody,
  TableHead,
  TableRow,
} from '#web/ui/display/Table.tsx'
import { ActionMenu } from '#web/ui/overlays/ActionMenu.tsx'
import { ChevronDown, Download } from 'lucide-react'
import { describeAnswer, offerStateTexts } from './offer-states.ts'

export type RoundAct = 'accepted' | 'declined' | 'message'

interface RoundTableProps {
  round: Allocation
  /** Null for a round that is over. */
  onAct: ((line: AllocationLine, act: RoundAct) => void) | null
}

const ranks: readonly OfferState[] = [
  'offered',
  'accepted',
  'declined',
  'recalled',
  'lapsed',
  'nothing',
]
const rankOf = ({ state }: AllocationLine) => ranks.indexOf(state ?? 'nothing')

/** The offers of a round with their answers, those that are awaited first. Lenders without a request are below. */
export function RoundTable({ round, onAct }: RoundTableProps) {
  const bound = round.lines.filter(({ how }) => how === 'bound')
  const asking = round.lines.filter(({ how }) => how !== 'bound')
  const lines = asking.toSorted((a, b) => rankOf(a) - rankOf(b))
  return (
    <>
      <Table label={`Offers of Round ${round.number}`} className="border-t">
        <TableHead>
          <HeaderCell>Lender</HeaderCell>
          <HeaderCell numeric className="@max-3xl:hidden">
            Asked
          </HeaderCell>
          <HeaderCell numeric>Offered</HeaderCell>
          <HeaderCell numeric className="@max-3xl:hidden">
            In all
          </HeaderCell>
          <HeaderCell className="@max-xl:hidden">Answer</HeaderCell>
          <HeaderCell numeric className="@max-xl:hidden print:hidden">
            Actions
          </HeaderCell>
        </TableHead>
        <TableBody>
          {lines.map((line) => (
            <RoundRow key={line.id} line={line} round={round} onAct={onAct} />
          ))}
        </TableBody>
      </Table>
      {bound.length > 0 && (
        <p className="border-t px-4.5 py-2.5 text-[0.8125rem] text-pretty wrap-anywhere text-muted-foreground">
          Bound before, without a request:{' '}
          {bound.map((line) => `${mainName(line)} ${formatShare(line.share)}`).join(', ')}
        </p>
      )}
    </>
  )
}

function RoundRow({ line, round, onAct }: RoundTableProps & { line: AllocationLine }) {
  const { id, asks, bound, added, addedAmount } = line
  const held = heldBy(line)
  const letters = useExport("The letter couldn't be downloaded")
  const answer = <Answer line={line} />
  const how = describeHow(line, { ...round, order: round.order.kind, lenders: round.lines })
  // The heading of a running round gives its order.
  const isSaid = onAct === null || how !== 'pro rata'
  const download = () => void letters.save(() => callFile('getOfferLetter', { params: { id } }))
  const acts =
    onAct && line.state === 'offered' ? (
      <div className="flex flex-wrap gap-1.5 @xl:justify-end">
        <Button
          size="s"
          variant="outline"
          aria-label={`Message to ${mainName(line)}`}
          onClick={() => onAct(line, 'message')}
        >
          Message
        </Button>
        <ActionMenu
          trigger={
            <Button
              size="s"
              variant="outline"
              data-next=""
              aria-label={`Record Answer… of ${mainName(line)}`}
            >
              Record Answer…
              <ChevronDown aria-hidden="true" />
            </Button>
          }
          actions={[
            { label: 'Record Acceptance', onSelect: () => onAct(line, 'accepted') },
            { label: 'Record Decline', onSelect: () => onAct(line, 'declined') },
            { label: 'Download Letter', onSelect: download },
          ]}
        />
      </div>
    ) : (
      <Button
        size="s"
        variant="ghost"
        className="@max-xl:-ml-2.5 @xl:-mr-2.5"
        aria-label={`Letter to ${mainName(line)}`}
        onClick={download}
      >
        <Download aria-hidden="true" />
        Letter
      </Button>
    )
  return (
    <TableRow>
      <Cell className="wrap-anywhere @xl:w-2/5 @3xl:w-[28%]">
        <LenderNames lender={line} remark={askerOf(line)} href={paths.adminFirm(line.firmId)} />
        <span className="block text-xs text-muted-foreground">
          <span className="@3xl:hidden">
            {`asked ${formatShare(asks)}`}
            {isAboveZero(bound) && ` · in all ${formatPart(held.share, held.amount)}`}
            {isSaid && ' · '}
          </span>
          {isSaid && how}
        </span>
        <div className="mt-1 flex flex-wrap items-start gap-x-3 gap-y-1.5 @xl:hidden">
          {answer}
          {line.state !== 'nothing' && <div className="print:hidden">{acts}</div>}
        </div>
      </Cell>
      <Cell numeric className="@max-3xl:hidden">
        {formatShare(asks)}
      </Cell>
      <Cell numeric>
        {isAboveZero(added) ? (
          <Part share={added} amount={addedAmount} className="font-semibold" />
        ) : (
          <Dash label="Nothing" />
        )}
      </Cell>
      <Cell numeric className="@max-3xl:hidden">
        <Part {...held} />
      </Cell>
      <Cell className="@max-xl:hidden">{answer}</Cell>
      <Cell numeric className="@max-xl:hidden print:hidden">
        {line.state !== 'nothing' && acts}
      </Cell>
    </TableRow>
  )
}

/** The person to ask for an answer, if the lender's names don't have one. */
const askerOf = ({ state, askedBy, ...names }: AllocationLine): string | null =>
  state === 'offered' &&
  askedBy &&
  personBehind(names) === null &&
  askedBy.name !== names.lenderName
    ? askedBy.name
    : null

interface Held {
  share: Percent
  amount: Money
}

/** An offer that was declined, recalled or lapsed adds nothing to what its lender is bound to. */
const heldBy = ({ state, bound, share, amount, addedAmount }: AllocationLine): Held =>
  state === 'declined' || state === 'recalled' || state === 'lapsed'
    ? { share: bound, amount: subtractMoney(amount, addedAmount) }
    : { share, amount }

const Part = ({ share, amount, className }: Held & { className?: string }) =>
  isAboveZero(share) ? (
    <>
      <span className={className}>{formatShare(share)}</span>
      <span className="block text-xs text-muted-foreground">{formatCents(amount)}</span>
    </>
  ) : (
    <Dash label="Nothing" />
  )

function Answer({ line }: { line: AllocationLine }) {
  const { text, tone } = offerStateTexts[line.state ?? 'nothing']
  const answered = describeAnswer(line)
  return (
    <div>
      <Badge tone={tone}>{text}</Badge>
      {answered && (
        <span className="block text-xs text-pretty wrap-anywhere text-muted-foreground">
          {answered}
        </span>
      )}
    </div>
  )
}
