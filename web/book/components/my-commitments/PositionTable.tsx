import { ChevronDown } from 'lucide-react'
import type { Commitment, OwnHolding } from '#contract/book/commitments.ts'
import { mayCommit } from '#domain/access.ts'
import { exactRate } from '#domain/loans/credit/note-rate.ts'
import { closingOf } from '#domain/loans/dates/deadlines.ts'
import { expectedMaturity } from '#domain/loans/maturity.ts'
import { formatTerm } from '#domain/loans/statuses.ts'
import {
  formatCents,
  formatExactRate,
  formatShare,
  isAboveZero,
  type Money,
  type Percent,
} from '#domain/money.ts'
import { dash } from '#web/book/components/holdings/format-held.ts'
import { LoanStatusBadge } from '#web/loans/components/LoanStatusBadge.tsx'
import { paths } from '#web/addresses/paths.ts'
import { formatDay, formatMonth, toLocalDay } from '#web/time/timestamps.ts'
import { useSession } from '#web/session.ts'
import { Button } from '#web/ui/Button.tsx'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { cx } from '#web/ui/cx.ts'
import {
  Cell,
  HeaderCell,
  Table,
  TableBody,
  TableCard,
  TableHead,
  TableRow,
} from '#web/ui/display/Table.tsx'
import { useId, useState, type ReactNode } from 'react'
import { Link } from 'wouter'
import { NextDate } from './NextDate.tsx'
import { nextAct, type OwnAction } from './own-acts.ts'
import { commitmentsOf } from './portfolio.ts'
import { PositionLines } from './PositionLines.tsx'
import { useAnswerOwed } from './use-waiting.ts'

export type OnAct = (action: OwnAction, commitment: Commitment) => void

/** One row for each loan, which expands to show its commitments. A narrow table has one column. */
export function PositionTable({
  holdings,
  onAct,
  more,
}: {
  holdings: OwnHolding[]
  onAct: OnAct
  more: ReactNode
}) {
  return (
    <TableCard>
      {/* `:where()` adds no specificity, so the first and last cells keep their padding. */}
      <Table
        label="Position"
        className="@4xl:[&_:where(td:not([colspan]))]:px-2.5 @4xl:[&_th]:px-2.5"
      >
        <TableHead className={wide}>
          <HeaderCell>Loan</HeaderCell>
          {['Binding', 'Soft', 'Binding + Soft', 'Rate', 'Term'].map((name) => (
            <HeaderCell key={name} numeric>
              {name}
            </HeaderCell>
          ))}
          <HeaderCell>Status</HeaderCell>
          <HeaderCell className="print:hidden">Next Step</HeaderCell>
        </TableHead>
        <TableBody>
          {holdings.map((holding) => (
            <HoldingRows key={holding.loan.id} holding={holding} onAct={onAct} />
          ))}
        </TableBody>
      </Table>
      {more}
    </TableCard>
  )
}

const wide = '@max-4xl:hidden'
const columns = 8

function HoldingRows({ holding, onAct }: { holding: OwnHolding; onAct: OnAct }) {
  const { loan } = holding
  const [isOpen, setOpen] = useState(false)
  const linesId = useId()
  const lines = commitmentsOf(holding)
  const next = nextAct(lines)
  const owed = useAnswerOwed(loan)
  const datedKind = owed?.isAboutTerms ? 'false' : 'true'
  const dated = lines.find(({ isSoftCommit }) => isSoftCommit === datedKind) ?? lines[0]
  const hasOthers = lines.length > 1
  // If a single commitment is expanded, the row below already shows the same button.
  const isShownBelow = isOpen && !hasOthers
  const { role } = useSession()
  const nextStep =
    owed && mayCommit(role) ? (
      <ButtonLink
        href={owed.href}
        size="s"
        variant="outline"
        aria-label={`Answer: ${owed.subject}, ${loan.title}`}
      >
        Answer
      </ButtonLink>
    ) : (
      next && !isShownBelow && <NextStep {...next} hasOthers={hasOthers} onAct={onAct} />
    )
  return (
    <>
      <TableRow className={isOpen ? '[&>*]:border-b-0' : undefined}>
        <Cell className="@max-4xl:pr-4.5">
          <Link
            href={paths.loan(loan.id)}
            className="inline-block py-1 font-medium underline-offset-4 wrap-anywhere hover:underline"
          >
            {loan.title}
          </Link>
          <NarrowFigures holding={holding} dated={dated} />
          <div className="flex flex-wrap items-center justify-between gap-x-3">
            <LinesButton
              title={loan.title}
              count={lines.length}
              isOpen={isOpen}
              controls={linesId}
              onClick={() => setOpen(!isOpen)}
            />
            {nextStep && <span className="text-right @4xl:hidden">{nextStep}</span>}
          </div>
        </Cell>
        <Held share={holding.bindingPercentage} amount={holding.bindingAmount} />
        <Held share={holding.softPercentage} amount={holding.softAmount} />
        <Cell numeric className={wide}>
          {formatShare(holding.totalPercentage)}
        </Cell>
        <Cell numeric className={wide}>
          {formatExactRate(exactRate(loan))}
        </Cell>
        <Cell numeric className={wide}>
          {formatTerm(loan.term)}
          <span className="block text-xs text-muted-foreground">{describeEnd(holding)}</span>
        </Cell>
        <Cell className={wide}>
          <LoanStatusBadge status={loan.status} />
        </Cell>
        <Cell className={`print:hidden ${wide}`}>
          {next || owed ? nextStep : closingOf(loan) === null && <None />}
          {dated && (
            <div className="text-xs text-muted-foreground">
              <NextDate commitment={dated} isShort />
            </div>
          )}
        </Cell>
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

/**
 * Returns text such as "to Feb 29, 2028". For a loan that isn't funded, shows the maturity that it would have if it
 * closed on its planned closing date, or today.
 */
function describeEnd({ loan, maturity }: OwnHolding): string | null {
  if (maturity !== null) return `to ${formatDay(maturity)}`
  const { day, isEstimated } = expectedMaturity(loan, toLocalDay(new Date()))
  return day !== null && isEstimated ? `Est. ${formatMonth(day.slice(0, 7))}` : null
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
      className="-ml-2.5 flex! max-md:-ml-3.5 print:hidden!"
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

function NextStep({
  act,
  commitment,
  hasOthers,
  onAct,
}: NonNullable<ReturnType<typeof nextAct>> & { hasOthers: boolean; onAct: OnAct }) {
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
      {hasOthers && (
        <span className="mt-0.5 block text-xs text-muted-foreground print:hidden">
          {share} line
        </span>
      )}
    </>
  )
}

const None = () => <span className="text-muted-foreground">{dash}</span>

function Held({ share, amount }: { share: Percent; amount: Money }) {
  return (
    <Cell numeric className={wide}>
      {isAboveZero(share) ? (
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

function NarrowFigures({ holding, dated }: { holding: OwnHolding; dated: Commitment | undefined }) {
  const { loan, bindingPercentage, softPercentage } = holding
  return (
    <div className="grid gap-2 pb-1 @4xl:hidden">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-xs text-muted-foreground">
        <LoanStatusBadge status={loan.status} />
        {formatExactRate(exactRate(loan))} · {formatTerm(loan.term)} {describeEnd(holding)}
      </p>
      {dated && (
        <div className="text-xs">
          <NextDate commitment={dated} isShort />
        </div>
      )}
      <dl className="grid grid-cols-2 gap-x-3">
        <NarrowFigure name="Binding" share={bindingPercentage} amount={holding.bindingAmount} />
        <NarrowFigure name="Soft" share={softPercentage} amount={holding.softAmount} />
      </dl>
      {isAboveZero(bindingPercentage) && isAboveZero(softPercentage) && (
        <p className="text-xs text-muted-foreground">
          {formatShare(holding.totalPercentage)} together
        </p>
      )}
    </div>
  )
}

function NarrowFigure({ name, share, amount }: { name: string; share: Percent; amount: Money }) {
  return (
    <div>
      <dt className="text-xs text-muted-foreground">{name}</dt>
      <dd className="font-medium">
        {isAboveZero(share) ? (
          <>
            {formatCents(amount)}
            <span className="block text-xs font-normal text-muted-foreground">
              {formatShare(share)}
            </span>
          </>
        ) : (
          <None />
        )}
      </dd>
    </div>
  )
}
