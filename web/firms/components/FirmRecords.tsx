import type { FirmOfAdmin } from '#contract/firms/shapes.ts'
import { passReasonLabels } from '#domain/book/syndicate/passes.ts'
import { formatShortMoment } from '#domain/days.ts'
import { formatCents, formatShare } from '#domain/money.ts'
import { HeldCells, HeldHeaders } from '#web/book/components/holdings/HeldLines.tsx'
import { LoanStatusBadge } from '#web/loans/components/LoanStatusBadge.tsx'
import { paths } from '#web/addresses/paths.ts'
import { formatDate, formatTimestamp } from '#web/time/timestamps.ts'
import { Badge } from '#web/ui/display/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { Card, CardHeader, CardTitle } from '#web/ui/display/Card.tsx'
import { EmptyState } from '#web/ui/display/EmptyState.tsx'
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

export const Positions = ({ firm: { positions } }: FirmProps) => (
  <TableCard as="section" aria-labelledby="firm-positions">
    <CardHeader className="pb-4">
      <CardTitle id="firm-positions">Positions</CardTitle>
    </CardHeader>
    {positions.length === 0 ? (
      <EmptyState className="border-t" title="Holds nothing now" />
    ) : (
      <Table label="Positions by loan" className="border-t">
        <TableHead>
          <HeaderCell>Loan</HeaderCell>
          <HeaderCell className="@max-2xl:hidden">Status</HeaderCell>
          <HeldHeaders />
        </TableHead>
        <TableBody>
          {positions.map((held) => (
            <TableRow key={held.loanId}>
              <Cell>
                <Link
                  href={paths.book(held.loanId)}
                  className="inline-block py-1 font-medium underline-offset-4 wrap-anywhere hover:underline"
                >
                  {held.loanTitle}
                </Link>
                <div className="flex flex-wrap items-center gap-x-2">
                  <span className="@2xl:hidden">
                    <LoanStatusBadge status={held.loanStatus} />
                  </span>
                  <span className="text-xs text-muted-foreground">
                    since {formatDate(held.since)}
                  </span>
                  {held.owes && <Owed loanId={held.loanId} owes={held.owes} />}
                </div>
              </Cell>
              <Cell className="@max-2xl:hidden">
                <LoanStatusBadge status={held.loanStatus} />
              </Cell>
              <HeldCells held={held} />
            </TableRow>
          ))}
        </TableBody>
      </Table>
    )}
  </TableCard>
)

interface OwedProps {
  loanId: string
  owes: NonNullable<FirmOfAdmin['positions'][number]['owes']>
}

const Owed = ({ loanId, owes }: OwedProps) => (
  <Link
    href={`${paths.deal(loanId)}${owes.what === 'money' ? '#funding' : ''}`}
    className="w-full text-xs font-medium text-warning underline-offset-4 hover:underline max-md:py-1.5"
  >
    {describeOwed(owes)}
  </Link>
)

/** Returns text such as "Answer to the offer due Dec 4, 4:00 PM" or "$6,930,000.00 missing since Dec 7, 4:00 PM". */
function describeOwed({ what, amount, dueAt }: OwedProps['owes']): string {
  const answer = what === 'offerAnswer' ? 'Answer to the offer' : 'Answer to the terms'
  const due = new Date(dueAt) > new Date() ? 'due' : 'missing since'
  return `${amount === null ? answer : formatCents(amount)} ${due} ${formatShortMoment(dueAt)}`
}

export const Questions = ({ firm: { questions } }: FirmProps) => (
  <Records id="firm-questions" title="Questions" empty="None asked yet.">
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
  <Records id="firm-documents" title="Documents Read" empty="None opened yet.">
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
  <Records id="firm-firmed-up" title="Soft Interest Made Binding" empty="None yet.">
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
  <Records id="firm-passes" title="Passed On" empty="Nothing yet.">
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
  empty: string
  children: ReactNode[]
}

const shownAtFirst = 5

function Records({ id, title, empty, children }: RecordsProps) {
  const [isWhole, setWhole] = useState(false)
  const isFolded = !isWhole && children.length > shownAtFirst + 1
  return (
    <Card as="section" aria-labelledby={id} className="overflow-hidden">
      <CardHeader className="pb-4">
        <CardTitle id={id}>{title}</CardTitle>
        {children.length === 0 && <p className="text-muted-foreground">{empty}</p>}
      </CardHeader>
      {children.length > 0 && (
        // Safari doesn't treat a list without bullets as a list unless it has an explicit role.
        <ul role="list" className="divide-y border-t">
          {isFolded ? children.slice(0, shownAtFirst) : children}
        </ul>
      )}
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
