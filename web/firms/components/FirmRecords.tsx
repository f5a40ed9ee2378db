import type { FirmOfAdmin } from '#contract/firms/shapes.ts'
import { passReasonLabels } from '#domain/book/syndicate/passes.ts'
import { formatShortMoment } from '#domain/days.ts'
import { formatCents, formatShare, sumMoney, zeroMoney, zeroPercent } from '#domain/money.ts'
import { HeldCells, HeldHeaders, type Held } from '#web/book/components/holdings/HeldLines.tsx'
import { LoanStatusBadge } from '#web/loans/components/LoanStatusBadge.tsx'
import { paths } from '#web/addresses/paths.ts'
import { formatDate, formatTimestamp } from '#web/time/timestamps.ts'
import { Badge } from '#web/ui/display/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { cx } from '#web/ui/cx.ts'
import { Card, CardDescription, CardHeader, CardTitle } from '#web/ui/display/Card.tsx'
import {
  Cell,
  HeaderCell,
  Table,
  TableBody,
  TableCard,
  TableHead,
  TableRow,
} from '#web/ui/display/Table.tsx'
import { useState, type ReactNode } from 'react'
import { Link } from 'wouter'

interface FirmProps {
  firm: FirmOfAdmin
}

/** The firm's loans: first those for which it owes something, in the order of their deadlines. */
export function Positions({ firm }: FirmProps) {
  const { positions, withoutPosition } = firm
  const asking = withoutPosition.filter(({ state }) => state === 'asks')
  const others = withoutPosition.filter(({ state }) => state !== 'asks')
  const due = describeDue(firm)
  const isEmpty = positions.length + withoutPosition.length === 0
  return (
    <TableCard as="section" aria-labelledby="firm-positions">
      <CardHeader className="pb-4">
        <CardTitle id="firm-positions">Positions</CardTitle>
        <CardDescription className="text-pretty empty:hidden">
          {isEmpty ? 'Holds nothing now.' : due}
        </CardDescription>
      </CardHeader>
      {!isEmpty && (
        <Table label="Positions by loan" className="border-t">
          <TableHead>
            <HeaderCell>Loan</HeaderCell>
            <HeaderCell className="@max-2xl:hidden">Status</HeaderCell>
            <HeldHeaders />
          </TableHead>
          <TableBody>
            {asking.map((loan) => (
              <UnheldRow key={loan.loanId} loan={loan} />
            ))}
            {positions.map((held) => (
              <LoanRow
                key={held.loanId}
                loan={held}
                held={held}
                owed={held.owes && <Owed loanId={held.loanId} owes={held.owes} />}
              />
            ))}
            {others.map((loan) => (
              <UnheldRow key={loan.loanId} loan={loan} />
            ))}
          </TableBody>
        </Table>
      )}
    </TableCard>
  )
}

type Position = FirmOfAdmin['positions'][number]
type Unheld = FirmOfAdmin['withoutPosition'][number]

interface LoanRowProps {
  loan: Pick<Position, 'loanId' | 'loanTitle' | 'loanStatus' | 'since'>
  held: Held
  owed: ReactNode
  remark?: string
}

/** In a narrow table, the line of what is owed is as wide as the table, and the time is left out. */
const LoanRow = ({ loan, held, owed, remark }: LoanRowProps) => (
  <>
    <TableRow className={cx(owed && '@max-xl:[&>*]:border-b-0')}>
      <Cell>
        <Link
          href={paths.book(loan.loanId)}
          className="inline-block py-1 font-medium underline-offset-4 wrap-anywhere hover:underline"
        >
          {loan.loanTitle}
        </Link>
        <div className="flex flex-wrap items-center gap-x-1.5 text-xs text-muted-foreground">
          <span className="@2xl:hidden">
            <LoanStatusBadge status={loan.loanStatus} />
          </span>
          {owed && <span className="w-full @max-xl:hidden">{owed}</span>}
          <span>
            {remark}
            <span className="@max-xl:hidden">
              {remark && ' · '}since {formatDate(loan.since)}
            </span>
          </span>
        </div>
      </Cell>
      <Cell className="@max-2xl:hidden">
        <LoanStatusBadge status={loan.loanStatus} />
      </Cell>
      <HeldCells held={held} />
    </TableRow>
    {owed && (
      <TableRow className="@xl:hidden">
        <td colSpan={2} className="border-b px-4.5 pb-2">
          {owed}
        </td>
      </TableRow>
    )}
  </>
)

const nothing: Held = {
  ...{ bindingPercentage: zeroPercent, bindingAmount: zeroMoney },
  ...{ softPercentage: zeroPercent, softAmount: zeroMoney },
}

const UnheldRow = ({ loan }: { loan: Unheld }) =>
  loan.state === 'asks' ? (
    <LoanRow
      loan={loan}
      held={nothing}
      owed={
        <Link href={`${paths.loan(loan.loanId)}#audience`} className={duty}>
          Asks for access
        </Link>
      }
    />
  ) : (
    <LoanRow
      loan={loan}
      held={nothing}
      owed={null}
      remark={loan.state === 'passed' ? 'admitted, passed' : 'admitted, no position'}
    />
  )

const duty =
  'inline-block py-1 text-[0.8125rem] font-medium text-warning underline-offset-4 hover:underline max-md:py-1.5'

interface OwedProps {
  loanId: string
  owes: NonNullable<Position['owes']>
}

const Owed = ({ loanId, owes }: OwedProps) => (
  <Link href={`${paths.deal(loanId)}${owes.what === 'money' ? '#funding' : ''}`} className={duty}>
    {describeOwed(owes)}
  </Link>
)

/** Returns text such as "Offered 2.02%, answer due Dec 4, 4:00 PM" or "$6,930,000.00 missing since Dec 7, 4:00 PM". */
function describeOwed({ what, share, amount, dueAt }: OwedProps['owes']): string {
  const answer =
    what === 'termsAnswer'
      ? 'New terms, answer'
      : `Offered ${share === null ? 'a share' : formatShare(share)}, answer`
  const due = new Date(dueAt) > new Date() ? 'due' : 'missing since'
  return `${amount === null ? answer : formatCents(amount)} ${due} ${formatShortMoment(dueAt)}`
}

/** Returns text such as "2 answers due, from Morgan Reyes or Renee Dubois.", or null if nothing is due. */
function describeDue({ positions, peopleList }: FirmOfAdmin): string | null {
  const owed = positions.flatMap(({ owes }) => owes ?? [])
  if (owed.length === 0) return null
  const payments = owed.flatMap(({ amount }) => amount ?? [])
  const answers = owed.length - payments.length
  const due = [
    answers > 0 && (answers === 1 ? '1 answer' : `${answers} answers`),
    payments.length > 0 && formatCents(sumMoney(payments)),
  ].filter((part) => part !== false)
  const able = peopleList.filter(
    ({ state, firmRole }) => state === 'active' && firmRole !== 'viewer',
  )
  const who = new Intl.ListFormat('en', { type: 'disjunction' }).format(
    able.map(({ name }) => name),
  )
  return `${due.join(' and ')} due${who && `, from ${who}`}.`
}

export const Questions = ({ firm: { questions } }: FirmProps) => (
  <Records id="firm-questions" title="Questions">
    {questions.map(
      ({ id, loanId, loanTitle, lenderId, askedBy, message, isAnswered, createdAt }) => (
        <Item
          key={id}
          detail={
            <>
              {askedBy} on <LoanLink href={`${paths.loan(loanId)}#messages`}>{loanTitle}</LoanLink>{' '}
              · <Time>{formatTimestamp(createdAt)}</Time>
              {isAnswered === 'true' && ' · answered'}
            </>
          }
          badge={
            isAnswered === 'false' && (
              <>
                <Badge tone="warning">Unanswered</Badge>
                <ButtonLink
                  href={`${paths.loan(loanId)}?to=${lenderId}#messages`}
                  variant="outline"
                  size="s"
                  aria-label={`Answer: ${askedBy} on ${loanTitle}`}
                  className="ml-auto"
                >
                  Answer
                </ButtonLink>
              </>
            )
          }
        >
          {message}
        </Item>
      ),
    )}
  </Records>
)

export const DocumentsRead = ({ firm: { documentsRead } }: FirmProps) => (
  <Records id="firm-documents" title="Documents Read">
    {documentsRead.map(({ id, name, loanId, loanTitle, readBy, readAt }) => (
      <Item
        key={id}
        detail={
          <>
            {readBy} ·{' '}
            {loanId ? <LoanLink href={paths.loan(loanId)}>{loanTitle}</LoanLink> : loanTitle} ·{' '}
            <Time>{formatTimestamp(readAt)}</Time>
          </>
        }
      >
        {name}
      </Item>
    ))}
  </Records>
)

export const FirmedUp = ({ firm: { firmedUp } }: FirmProps) => (
  <Records id="firm-firmed-up" title="Soft Interest Made Binding">
    {firmedUp.map(({ id, loanId, loanTitle, percentage, amount, by, at }) => (
      <Item
        key={id}
        detail={
          <>
            {by} on <LoanLink href={paths.book(loanId)}>{loanTitle}</LoanLink> ·{' '}
            <Time>{formatDate(at)}</Time>
          </>
        }
      >
        {formatShare(percentage)} · {formatCents(amount)}
      </Item>
    ))}
  </Records>
)

export const Passes = ({ firm: { passes } }: FirmProps) => (
  <Records id="firm-passes" title="Passed On">
    {passes.map(({ loanId, loanTitle, reason, comment, createdAt, passedBy }) => (
      <Item
        key={loanId}
        detail={
          <>
            {passedBy} · {formatDate(createdAt)}
            {comment && <span className="block text-foreground">“{comment}”</span>}
          </>
        }
        badge={<Badge>{passReasonLabels[reason]}</Badge>}
      >
        <LoanLink href={paths.book(loanId)}>{loanTitle}</LoanLink>
      </Item>
    ))}
  </Records>
)

/** Returns text such as "Nothing passed on. No documents opened.", or an empty one if there are records of each kind. */
export const describeMissing = ({ questions, documentsRead, firmedUp, passes }: FirmOfAdmin) =>
  [
    questions.length === 0 && 'No questions asked.',
    documentsRead.length === 0 && 'No documents opened.',
    firmedUp.length === 0 && 'No soft share turned into a binding one.',
    passes.length === 0 && 'Nothing passed on.',
  ]
    .filter(Boolean)
    .join(' ')

const LoanLink = ({ href, children }: { href: string; children: ReactNode }) => (
  <Link
    href={href}
    className="underline underline-offset-4 wrap-anywhere hover:text-foreground max-md:py-1.5"
  >
    {children}
  </Link>
)

const Time = ({ children }: { children: string }) => (
  <span className="whitespace-nowrap">{children}</span>
)

interface ItemProps {
  detail: ReactNode
  badge?: ReactNode
  children: ReactNode
}

const Item = ({ detail, badge, children }: ItemProps) => (
  <li className="px-4.5 py-2.5">
    <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <span className="min-w-0 wrap-anywhere">{children}</span>
      {badge}
    </p>
    <p className="text-[0.8125rem] text-muted-foreground">{detail}</p>
  </li>
)

interface RecordsProps {
  id: string
  title: string
  children: ReactNode[]
}

const shownAtFirst = 5

/** Renders nothing without records: `describeMissing` joins those in one line. */
function Records({ id, title, children }: RecordsProps) {
  const [isWhole, setWhole] = useState(false)
  if (children.length === 0) return null
  const isFolded = !isWhole && children.length > shownAtFirst + 1
  return (
    <Card as="section" aria-labelledby={id} className="overflow-hidden">
      <CardHeader className="pb-4">
        <CardTitle id={id}>{title}</CardTitle>
      </CardHeader>
      {/* Safari doesn't treat a list without bullets as a list unless it has an explicit role. */}
      <ul role="list" className="divide-y border-t">
        {isFolded ? children.slice(0, shownAtFirst) : children}
      </ul>
      {children.length > shownAtFirst + 1 && (
        <div className="border-t px-2 py-1.5">
          <Button variant="ghost" size="s" onClick={() => setWhole(!isWhole)}>
            {isWhole ? 'Show Fewer' : `Show All ${children.length}`}
            <span className="sr-only">: {title}</span>
          </Button>
        </div>
      )}
    </Card>
  )
}
