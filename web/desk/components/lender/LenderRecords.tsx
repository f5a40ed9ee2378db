import type { LenderProfile } from '#contract/desk/lenders.ts'
import { paths } from '#web/addresses/paths.ts'
import { formatTimestamp } from '#web/time/timestamps.ts'
import { Badge } from '#web/ui/display/Badge.tsx'
import { Card, CardDescription, CardHeader, CardTitle } from '#web/ui/display/Card.tsx'
import type { ReactNode } from 'react'
import { Link } from 'wouter'

export const Questions = ({ lender }: { lender: LenderProfile }) => (
  <Records
    id="lender-questions"
    title="Questions"
    summary={
      lender.questionsAsked === 0
        ? 'None asked yet.'
        : `${lender.questionsAsked} asked, ${lender.questionsOpen} without an answer.`
    }
    count={lender.questionsAsked}
  >
    {lender.questions.map(({ id, loanId, loanTitle, message, isAnswered, createdAt }) => (
      <li key={id} className="px-4.5 py-2.5">
        <p className="wrap-anywhere">{message}</p>
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-[0.8125rem] text-muted-foreground">
          <RecordLink href={`${paths.loan(loanId)}#messages`}>{loanTitle}</RecordLink>
          {formatTimestamp(createdAt)}
          {isAnswered === 'false' && <Badge tone="warning">Unanswered</Badge>}
        </p>
      </li>
    ))}
  </Records>
)

export const DocumentsRead = ({ lender }: { lender: LenderProfile }) => (
  <Records
    id="lender-documents"
    title="Documents Read"
    summary={
      lender.documentsRead === 0
        ? 'None opened yet.'
        : `${lender.documentsRead} opened or downloaded, each counted once.`
    }
    count={lender.documentsRead}
  >
    {lender.documents.map(({ id, name, loanId, loanTitle, readAt }) => (
      <li key={id} className="px-4.5 py-2.5">
        <p className="wrap-anywhere">{name}</p>
        <p className="text-[0.8125rem] text-muted-foreground">
          {loanId ? <RecordLink href={paths.loan(loanId)}>{loanTitle}</RecordLink> : loanTitle} ·{' '}
          {formatTimestamp(readAt)}
        </p>
      </li>
    ))}
  </Records>
)

const RecordLink = ({ href, children }: { href: string; children: ReactNode }) => (
  <Link
    href={href}
    className="underline underline-offset-4 wrap-anywhere hover:text-foreground max-md:inline-block max-md:py-1.5"
  >
    {children}
  </Link>
)

const Records = ({
  id,
  title,
  summary,
  count,
  children,
}: {
  id: string
  title: string
  summary: string
  count: number
  children: ReactNode[]
}) => (
  <Card as="section" aria-labelledby={id} className="overflow-hidden">
    <CardHeader className="pb-4">
      <CardTitle id={id}>{title}</CardTitle>
      <CardDescription>{summary}</CardDescription>
    </CardHeader>
    {children.length > 0 && (
      // Safari doesn't treat a list without bullets as a list unless it has an explicit role.
      <ul role="list" className="divide-y border-t">
        {children}
      </ul>
    )}
    {count > children.length && (
      <p className="border-t px-4.5 py-2 text-[0.8125rem] text-muted-foreground">
        and {(count - children.length).toLocaleString('en-US')} more
      </p>
    )}
  </Card>
)
