import type { TermsQuestion } from '#contract/deal/terms.ts'
import type { Loan } from '#contract/loans/shapes.ts'
import { sharesOf, useOwnHoldings } from '#web/book/components/holdings/use-own-holdings.ts'
import { ReceiptLink } from '#web/book/components/receipts/ReceiptLink.tsx'
import { Badge } from '#web/ui/display/Badge.tsx'
import { Card, CardContent, CardHeader, CardTitle } from '#web/ui/display/Card.tsx'
import { useViewerReason } from '#web/viewer-reason.ts'
import type { RefCallback } from 'react'
import { answerLooks } from './AnswersTable.tsx'
import { describeTimeToAnswer } from './describe-time-to-answer.ts'
import { TermsActs } from './TermsActs.tsx'
import { TermsTable } from './TermsTable.tsx'

/** The question about a loan's new terms on its page, with the lender's own amount and interest in both. */
export function TermsQuestionCard({
  question,
  loan,
  acts,
}: {
  question: TermsQuestion
  loan: Loan
  acts: RefCallback<HTMLElement>
}) {
  const { id, loanTitle, previous, proposed, respondBy, reason, state } = question
  const viewerReason = useViewerReason('answer')
  // The commitments aren't loaded here, because the funding card already loads them.
  const { soft } = sharesOf(useOwnHoldings(loan.id, { loads: false }).held)
  const isOpen = question.proposalState === 'open' && state === 'asked'
  const headingId = `terms-${id}`
  return (
    <Card as="section" aria-labelledby={headingId} className="@container">
      <CardHeader action={<StateBadge question={question} />}>
        <CardTitle id={headingId} tabIndex={-1} className="outline-none">
          New Terms
        </CardTitle>
      </CardHeader>
      <CardContent className="grid gap-x-8 gap-y-3 @3xl:grid-cols-2">
        <p className="-mt-3 text-muted-foreground @3xl:col-span-2">
          {describeQuestion(question, viewerReason !== null)}{' '}
          {isOpen && question.canAnswer !== 'true' && viewerReason}
        </p>
        <div className="grid content-start gap-3">
          <p className="wrap-anywhere whitespace-pre-line">
            <span className="block text-xs text-muted-foreground">Reason</span>
            {reason}
          </p>
          <TermsTable {...{ previous, proposed, loan, soft }} own={question} />
        </div>
        <div className="grid content-start gap-3">
          {isOpen && (
            <>
              <p className="font-medium text-pretty">{describeTimeToAnswer(respondBy)}</p>
              <div ref={acts}>
                <TermsActs question={question} loan={loan} />
              </div>
            </>
          )}
          {question.receiptId !== null && (
            <p>
              <ReceiptLink id={question.receiptId} subject={loanTitle} />
            </p>
          )}
        </div>
      </CardContent>
    </Card>
  )
}

function StateBadge({ question: { state, isLapsed, proposalState } }: { question: TermsQuestion }) {
  if (isLapsed === 'true') return <Badge tone="warning">Lapsed</Badge>
  if (proposalState === 'applied') return <Badge tone="success">In Effect</Badge>
  if (proposalState === 'canceled') return <Badge>Canceled</Badge>
  if (state === 'asked') return <Badge tone="warning">Answer Needed</Badge>
  return <Badge tone={answerLooks[state].tone}>{answerLooks[state].name}</Badge>
}

function describeQuestion(
  { state, isLapsed, proposalState, answeredBy }: TermsQuestion,
  isViewer: boolean,
): string {
  const whose = isViewer ? "Your firm's" : 'Your'
  const firm = isViewer ? 'your firm' : 'you'
  if (isLapsed === 'true') return `${whose} commitment ended, because it was not confirmed.`
  if (proposalState === 'applied') return `The new terms are in effect, as ${firm} confirmed.`
  if (proposalState === 'canceled') return 'The new terms were canceled. Nothing changed.'
  const who = answeredBy ?? 'Your firm'
  if (state === 'confirmed') return `${who} confirmed. ${whose} commitment stays on the new terms.`
  if (state === 'declined') return `${who} declined. ${whose} commitment ends if they take effect.`
  return `Without confirmation, ${whose.toLowerCase()} commitment ends when the new terms take effect.`
}
