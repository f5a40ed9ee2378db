import type { Deal } from '#contract/deal/shapes.ts'
import type { TermsAnswer, TermsProposal } from '#contract/deal/terms.ts'
import { refusalOfStage } from '#domain/book/deal/stage-refusals.ts'
import { refusalOfStatus } from '#domain/book/refusals.ts'
import { formatMoment } from '#domain/days.ts'
import { exactRate } from '#domain/loans/credit/note-rate.ts'
import { formatTerm } from '#domain/loans/statuses.ts'
import { compareFigures, formatCents, formatExactRate } from '#domain/money.ts'
import { FoldingCard } from '#web/deal/components/FoldingCard.tsx'
import { describeTimeLeft } from '#web/deal/components/describe-time-left.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from '#web/ui/display/Card.tsx'
import { onDemand } from '#web/ui/on-demand.tsx'
import { useState } from 'react'
import { AnswersTable } from './AnswersTable.tsx'
import { TermsTable } from './TermsTable.tsx'

const ProposeTermsDialog = onDemand(() =>
  import('./ProposeTermsDialog.tsx').then((part) => part.ProposeTermsDialog),
)
const EndTermsDialog = onDemand(() =>
  import('./EndTermsDialog.tsx').then((part) => part.EndTermsDialog),
)
const AnswerOnBehalfDialog = onDemand(() =>
  import('./AnswerOnBehalfDialog.tsx').then((part) => part.AnswerOnBehalfDialog),
)

/** The terms of a loan. While others are proposed, shows them with the lenders' answers. */
export const TermsCard = ({ deal }: { deal: Deal }) =>
  deal.termsProposal ? (
    <ProposedTerms deal={deal} proposal={deal.termsProposal} />
  ) : (
    <PresentTerms deal={deal} />
  )

function PresentTerms({ deal }: { deal: Deal }) {
  const { loan } = deal
  const [isProposing, setProposing] = useState(false)
  const obstacle = obstacleToPropose(deal)
  return (
    <FoldingCard
      id="deal-terms"
      title="Terms"
      result={
        <>
          <span className="whitespace-nowrap">{formatCents(loan.amount)}</span>
          {` · ${formatExactRate(exactRate(loan))} · ${formatTerm(loan.term)}`}
        </>
      }
      isFolded
    >
      <div className="flex flex-wrap items-center gap-3 px-4.5 pb-4">
        <Button
          variant="outline"
          disabled={obstacle !== null}
          onClick={() => setProposing(true)}
          className="max-sm:w-full"
        >
          Propose Other Terms
        </Button>
        {obstacle && <p className="text-muted-foreground">{obstacle}</p>}
      </div>
      {isProposing && <ProposeTermsDialog deal={deal} onClose={() => setProposing(false)} />}
    </FoldingCard>
  )
}

/** Terms that bind no lender are changed in the loan's form. */
function obstacleToPropose({ loan }: Deal): string | null {
  const refusal =
    refusalOfStatus(loan) ?? refusalOfStage('proposeTerms', loan, new Date().toISOString())
  if (refusal) return `${refusal.message}.`
  return compareFigures(loan.committedPercentage, loan.holdPercentage) > 0
    ? null
    : "No lender is bound, so you can change the terms in the loan's form."
}

type Asked =
  | { kind: 'apply' | 'cancel'; answer: null }
  | { kind: 'answer'; answer: Pick<TermsAnswer, 'firmId'> }

function ProposedTerms({ deal, proposal }: { deal: Deal; proposal: TermsProposal }) {
  const { previous, proposed, respondBy, reason, proposedBy, answers } = proposal
  const [asked, setAsked] = useState<Asked | null>(null)
  const close = () => setAsked(null)
  const waiting = answers.filter(({ state }) => state === 'asked').length
  const answering = answers.find(({ firmId }) => firmId === asked?.answer?.firmId)
  const canApply = proposal.canApply === 'true'
  return (
    <Card as="section" aria-labelledby="deal-terms" className="@container overflow-clip">
      <CardHeader>
        <CardTitle id="deal-terms">Proposed Terms</CardTitle>
        <CardDescription>
          {describeWaiting(answers.length, waiting)} Time to answer: {formatMoment(respondBy)} (
          {describeTimeLeft(respondBy)}).
        </CardDescription>
      </CardHeader>
      <CardContent className="grid gap-4">
        <div className="max-w-xl">
          <TermsTable previous={previous} proposed={proposed} loan={deal.loan} />
        </div>
        <p className="max-w-prose wrap-anywhere whitespace-pre-line">
          <span className="block text-xs text-muted-foreground">
            {proposedBy === null ? 'Reason for lenders' : `${proposedBy}, to lenders`}
          </span>
          {reason}
        </p>
      </CardContent>
      <AnswersTable
        proposal={proposal}
        onAnswer={(answer) => setAsked({ kind: 'answer', answer })}
      />
      <div className="flex flex-wrap items-center justify-end gap-2 border-t px-4.5 py-3 max-sm:[&>button]:w-full">
        {!canApply && (
          <p className="mr-auto text-[0.8125rem] text-muted-foreground">
            You can apply the terms once all have answered or their time is over.
          </p>
        )}
        <Button variant="outline" onClick={() => setAsked({ kind: 'cancel', answer: null })}>
          Cancel Proposal
        </Button>
        <Button disabled={!canApply} onClick={() => setAsked({ kind: 'apply', answer: null })}>
          Apply Terms
        </Button>
      </div>
      {answering && (
        <AnswerOnBehalfDialog
          loan={deal.loan}
          proposal={proposal}
          answer={answering}
          onClose={close}
        />
      )}
      {asked && asked.kind !== 'answer' && (
        <EndTermsDialog kind={asked.kind} deal={deal} proposal={proposal} onClose={close} />
      )}
    </Card>
  )
}

function describeWaiting(all: number, waiting: number): string {
  if (all === 0) return 'No lender is bound anymore.'
  if (waiting === 0) return all === 1 ? 'The lender has answered.' : 'All lenders have answered.'
  return `${all - waiting} of ${all} ${all === 1 ? 'lender' : 'lenders'} answered.`
}
