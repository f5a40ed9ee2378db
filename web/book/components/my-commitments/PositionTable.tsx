import type { Commitment, OwnHolding } from '#contract/book/commitments.ts'
import { formatTerm } from '#domain/loans/statuses.ts'
import {
  compareFigures,
  formatCents,
  formatRate,
  formatShare,
  zeroPercent,
  type Money,
  type Percent,
} from '#domain/money.ts'
import { LoanStatusBadge } from '#web/loans/components/LoanStatusBadge.tsx'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { cx } from '#web/ui/cx.ts'
import { ChevronDown } from '#web/ui/icons/chevron-down.ts'
import { Cell, HeaderCell, Table, TableBody, TableHead, TableRow } from '#web/ui/Table.tsx'
import { useId, useState, type ReactNode } from 'react'
import { Link } from 'wouter'
import { nextAct, type OwnAction } from './own-acts.ts'
import { commitmentsOf } from './portfolio.ts'
import { PositionLines } from './PositionLines.tsx'

export type OnAct = (action: OwnAction, commitment: Commitment) => void

/** One row for each loan, which opens to show its commitments. Narrow tables have two columns. */
export function PositionTable({
  holdings,
  onAct,
  more,
}: {
  holdings: OwnHolding[]
  onAct: OnAct
  /** The button that loads more. */
  more: ReactNode
}) {
  return (
    <Card className="@container overflow-hidden">
      <Table label="Position">
        <TableHead>
          <HeaderCell>Loan</HeaderCell>
          <HeaderCell numeric className="@4xl:hidden">
            Your Share
          </HeaderCell>
          {['Binding', 'Soft', 'Binding + Soft', 'Rate', 'Term'].map((name) => (
            <HeaderCell key={name} numeric className={wide}>
              {name}
            </HeaderCell>
          ))}
          <HeaderCell className={wide}>Status</HeaderCell>
          <HeaderCell className={wide}>Next Step</HeaderCell>
        </TableHead>
        <TableBody>
          {holdings.map((holding) => (
            <HoldingRows key={holding.loan.id} holding={holding} onAct={onAct} />
          ))}
        </TableBody>
      </Table>
      {more}
    </Card>
  )
}

const wide = '@max-4xl:hidden'
const columns = 9

function HoldingRows({ holding, onAct }: { holding: OwnHolding; onAct: OnAct }) {
  const { loan } = holding
  const [isOpen, setOpen] = useState(false)
  const linesId = useId()
  const lines = commitmentsOf(holding)
  const rateAndTerm = `${formatRate(loan.interestRate)} · ${formatTerm(loan.term)}`
  const next = nextAct(lines)
  const nextStep = next && <NextStep {...next} isOneOfMany={lines.length > 1} onAct={onAct} />
  return (
    <>
      <TableRow className={isOpen ? '[&>*]:border-b-0' : undefined}>
        <Cell>
          <Link
            href={paths.loan(loan.id)}
            className="inline-block py-1 font-medium underline-offset-4 wrap-anywhere hover:underline"
          >
            {loan.title}
          </Link>
          <span className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 text-xs text-muted-foreground @4xl:hidden">
            <LoanStatusBadge status={loan.status} />
            {rateAndTerm}
          </span>
          <LinesButton
            title={loan.title}
            count={lines.length}
            isOpen={isOpen}
            controls={linesId}
            onClick={() => setOpen(!isOpen)}
          />
        </Cell>
        <Cell numeric className="@4xl:hidden">
          <NarrowFigures holding={holding} />
          {nextStep && <span className="mt-1.5 block">{nextStep}</span>}
        </Cell>
        <Held share={holding.bindingPercentage} amount={holding.bindingAmount} />
        <Held share={holding.softPercentage} amount={holding.softAmount} />
        <Cell numeric className={wide}>
          {formatShare(holding.totalPercentage)}
        </Cell>
        <Cell numeric className={wide}>
          {formatRate(loan.interestRate)}
        </Cell>
        <Cell numeric className={wide}>
          {formatTerm(loan.term)}
        </Cell>
        <Cell className={wide}>
          <LoanStatusBadge status={loan.status} />
        </Cell>
        <Cell className={wide}>{nextStep ?? <None />}</Cell>
      </TableRow>
      {isOpen && (
        <tr id={linesId}>
          <td colSpan={columns} className="border-b px-4.5 pb-4">
            <PositionLines lines={lines} onAct={onAct} />
          </td>
        </tr>
      )}
    </>
  )
}

function LinesButton({
  title,
  count,
  isOpen,
  controls,
  onClick,
}: {
  title: string
  count: number
  isOpen: boolean
  controls: string
  onClick: () => void
}) {
  const text = count === 1 ? '1 line' : `${count} lines`
  return (
    <Button
      size="s"
      variant="ghost"
      className="-ml-2.5 flex! max-md:-ml-3.5"
      aria-expanded={isOpen}
      aria-controls={controls}
      aria-label={`${text}: ${title}`}
      onClick={onClick}
    >
      {text}
      <ChevronDown aria-hidden="true" className={cx(isOpen && 'rotate-180')} />
    </Button>
  )
}

/** The next step that is possible, with the share that it is about if the loan has several commitments. */
function NextStep({
  act,
  commitment,
  isOneOfMany,
  onAct,
}: NonNullable<ReturnType<typeof nextAct>> & { isOneOfMany: boolean; onAct: OnAct }) {
  const share = formatShare(commitment.percentage)
  return (
    <>
      <Button
        size="s"
        variant="outline"
        aria-label={`${act.label}: ${share} of ${commitment.loan.title}`}
        onClick={() => onAct(act.action, commitment)}
      >
        {act.label}
      </Button>
      {isOneOfMany && (
        <span className="mt-0.5 block text-xs text-muted-foreground">{share} line</span>
      )}
    </>
  )
}

const None = () => <span className="text-muted-foreground">None</span>

function Held({ share, amount }: { share: Percent; amount: Money }) {
  return (
    <Cell numeric className={wide}>
      {isSome(share) ? (
        <>
          {formatCents(amount)}
          <span className="block text-xs text-muted-foreground">{formatShare(share)}</span>
        </>
      ) : (
        <None />
      )}
    </Cell>
  )
}

/** Narrow screens have no room for separate columns. */
function NarrowFigures({ holding }: { holding: OwnHolding }) {
  const { bindingPercentage, softPercentage } = holding
  return (
    <>
      {isSome(bindingPercentage) && (
        <span className="block">
          {formatCents(holding.bindingAmount)}
          <span className="block text-xs text-muted-foreground">
            {formatShare(bindingPercentage)} binding
          </span>
        </span>
      )}
      {isSome(softPercentage) && (
        <span className="block">
          {formatCents(holding.softAmount)}
          <span className="block text-xs text-muted-foreground">
            {formatShare(softPercentage)} soft
          </span>
        </span>
      )}
      {isSome(bindingPercentage) && isSome(softPercentage) && (
        <span className="block text-xs text-muted-foreground">
          {formatShare(holding.totalPercentage)} together
        </span>
      )}
    </>
  )
}

const isSome = (share: Percent) => compareFigures(share, zeroPercent) > 0
