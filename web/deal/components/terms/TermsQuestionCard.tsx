import type { TermsQuestion } from '#contract/deal/terms.ts'
import { formatMoment } from '#domain/days.ts'
import { paths } from '#web/addresses/paths.ts'
import { ReceiptLink } from '#web/book/components/receipts/ReceiptLink.tsx'
import { describeTimeLeft } from '#web/deal/components/describe-time-left.ts'
import { Button } from '#web/ui/Button.tsx'
import { Badge } from '#web/ui/display/Badge.tsx'
import { Card, CardContent, CardHeader, CardTitle } from '#web/ui/display/Card.tsx'
import { onDemand } from '#web/ui/on-demand.tsx'
import { useViewerReason } from '#web/viewer-reason.ts'
import { useState } from 'react'
import { Link } from 'wouter'
import { answerLooks } from './AnswersTable.tsx'
import { TermsTable } from './TermsTable.tsx'

const AnswerTermsDialog = onDemand(() =>
  import('./AnswerTermsDialog.tsx').then((part) => part.AnswerTermsDialog),
)

interface TermsQuestionCardProps {
  question: TermsQuestion
  /** The element and heading of the card. On the loan's page, it is a section without the loan's title. */
  isOnLoan?: boolean | undefined
  /** False if another question on the page comes first. */
  isMain?: boolean
}

/** A question about changed terms, with the lender's own amount in both. */
export function TermsQuestionCard({
  question,
  isOnLoan = false,
  isMain = true,
}: TermsQuestionCardProps) {
  const { id, loanId, loanTitle, previous, proposed, respondBy, reason, state } = question
  const [asked, setAsked] = useState<'confirm' | 'decline' | null>(null)
  const viewerReason = useViewerReason('answer')
  const headingId = `terms-${id}`
  const canAnswer = question.canAnswer === 'true'
  const left = describeTimeLeft(respondBy)
  return (
    <Card as={isOnLoan ? 'section' : 'article'} aria-labelledby={headingId} className="@container">
      <CardHeader action={<StateBadge question={question} />}>
        <CardTitle
          id={headingId}
          level={isOnLoan ? 2 : 3}
          tabIndex={isOnLoan ? -1 : undefined}
          className="outline-none"
        >
          {isOnLoan ? (
            'New Terms'
          ) : (
            <>
              <span className="sr-only">New terms of </span>
              <Link href={paths.loan(loanId)} className="underline-offset-4 hover:underline">
                {loanTitle}
              </Link>
            </>
          )}
        </CardTitle>
      </CardHeader>
      <CardContent className="grid gap-x-8 gap-y-3 @3xl:grid-cols-2">
        <p className="-mt-3 text-muted-foreground @3xl:col-span-2">{describeQuestion(question)}</p>
        <div>
          <TermsTable previous={previous} proposed={proposed} own={question} />
        </div>
        <div className="grid content-start gap-3">
          {question.proposalState === 'open' && state === 'asked' && (
            <>
              <p className="text-[0.8125rem]">
                {isPast(respondBy) ? (
                  <span className="font-medium text-warning">
                    The time to answer ended on {formatMoment(respondBy)}. You can still answer
                    until the new terms take effect.
                  </span>
                ) : (
                  <>
                    Answer by <span className="font-medium">{formatMoment(respondBy)}</span> ({left}
                    ).
                  </>
                )}
              </p>
              {canAnswer ? (
                <div className="flex flex-wrap gap-2 max-sm:[&>*]:flex-1">
                  <Button
                    variant={isMain ? 'primary' : 'outline'}
                    onClick={() => setAsked('confirm')}
                    aria-label={`Confirm: ${loanTitle}`}
                  >
                    Confirm
                  </Button>
                  <Button
                    variant="outline"
                    onClick={() => setAsked('decline')}
                    aria-label={`Decline: ${loanTitle}`}
                  >
                    Decline
                  </Button>
                </div>
              ) : (
                isOnLoan && viewerReason && <p>{viewerReason}</p>
              )}
            </>
          )}
          <p className="wrap-anywhere whitespace-pre-line">
            <span className="block text-xs text-muted-foreground">Reason</span>
            {reason}
          </p>
          {question.receiptId !== null && (
            <p>
              <ReceiptLink id={question.receiptId} subject={loanTitle} />
            </p>
          )}
        </div>
      </CardContent>
      {asked && (
        <AnswerTermsDialog answer={asked} question={question} onClose={() => setAsked(null)} />
      )}
    </Card>
  )
}

const isPast = (moment: string) => Date.parse(moment) <= Date.now()

function StateBadge({ question: { state, isLapsed, proposalState } }: { question: TermsQuestion }) {
  if (isLapsed === 'true') return <Badge tone="warning">Lapsed</Badge>
  if (proposalState === 'applied') return <Badge tone="success">In Effect</Badge>
  if (proposalState === 'canceled') return <Badge>Canceled</Badge>
  if (state === 'asked') return <Badge tone="info">Answer Needed</Badge>
  return <Badge tone={answerLooks[state].tone}>{answerLooks[state].name}</Badge>
}

function describeQuestion({ state, isLapsed, proposalState, answeredBy }: TermsQuestion): string {
  if (isLapsed === 'true') return 'Your commitment ended, because it was not confirmed.'
  if (proposalState === 'applied') return 'The new terms are in effect, as you confirmed.'
  if (proposalState === 'canceled') return 'The new terms were canceled. Nothing changed.'
  const who = answeredBy ?? 'Your firm'
  if (state === 'confirmed') return `${who} confirmed. Your commitment stays on the new terms.`
  if (state === 'declined') return `${who} declined. Your commitment ends if they take effect.`
  return 'Without your confirmation, your commitment ends when the new terms take effect.'
}
