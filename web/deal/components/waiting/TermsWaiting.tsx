import type { TermsQuestion } from '#contract/deal/terms.ts'
import type { Loan } from '#contract/loans/shapes.ts'
import { describeNewTerms } from '#domain/loans/credit/terms.ts'
import { TermsActs } from '#web/deal/components/terms/TermsActs.tsx'
import { describeTimeToAnswer } from '#web/deal/components/terms/describe-time-to-answer.ts'
import { compareOwn } from '#web/deal/components/terms/TermsTable.tsx'
import { WaitingCard } from './WaitingCard.tsx'

interface TermsWaitingProps {
  question: TermsQuestion
  loan: Loan | undefined
  isMain: boolean
}

/** A question about new terms that waits for its lender's answer. */
export function TermsWaiting({ question, loan, isMain }: TermsWaitingProps) {
  const { loanId, loanTitle, previous, proposed, respondBy, reason } = question
  return (
    <WaitingCard
      kind="New Terms"
      loan={{ id: loanId, title: loanTitle }}
      headline={describeNewTerms(previous, proposed)}
      deadline={describeTimeToAnswer(respondBy)}
      acts={<TermsActs question={question} loan={loan} isMain={isMain} />}
    >
      {compareOwn(question, previous, proposed).map(({ name, before, after }) => (
        <p key={name}>
          {name}:{' '}
          <span className="inline-block">{before === after ? before : `${before} → ${after}`}</span>
        </p>
      ))}
      <p className="line-clamp-4">{reason}</p>
      <p>Without your confirmation, your commitment ends when they take effect.</p>
    </WaitingCard>
  )
}
