import type { TermsQuestion } from '#contract/deal/terms.ts'
import type { Loan } from '#contract/loans/shapes.ts'
import { describeOwnChange } from '#domain/loans/credit/terms.ts'
import { formatDollars, formatShare } from '#domain/money.ts'
import { TermsActs } from '#web/deal/components/terms/TermsActs.tsx'
import { describeTimeToAnswer } from '#web/deal/components/terms/describe-time-to-answer.ts'
import { compareLoan, compareOwn } from '#web/deal/components/terms/TermsTable.tsx'
import { useSession } from '#web/session.ts'
import { WaitingCard } from './WaitingCard.tsx'

interface TermsWaitingProps {
  question: TermsQuestion
  loan: Loan | undefined
  isMain: boolean
}

/** A question about new terms that waits for its lender's answer. */
export function TermsWaiting({ question, loan, isMain }: TermsWaitingProps) {
  const { loanId, loanTitle, previous, proposed, percentage, respondBy, reason } = question
  const whose = useSession().role === 'viewer' ? "Your firm's" : 'Your'
  const rows = [
    ...compareOwn(question, previous, proposed, whose),
    ...(previous.amount === proposed.amount
      ? []
      : [
          {
            name: 'Loan amount',
            before: formatDollars(previous.amount),
            after: formatDollars(proposed.amount),
          },
        ]),
    ...(loan
      ? compareLoan(loan, previous, proposed).filter(({ name }) => /^(LTV|DSCR$)/.test(name))
      : []),
  ]
  return (
    <WaitingCard
      kind="New Terms"
      loan={{ id: loanId, title: loanTitle }}
      headline={`${whose} ${formatShare(percentage)}: ${describeOwnChange(question)}`}
      deadline={describeTimeToAnswer(respondBy)}
      acts={<TermsActs question={question} loan={loan} isMain={isMain} />}
    >
      {rows.map(({ name, before, after }) => (
        <p key={name}>
          {name}:{' '}
          <span className="inline-block">{before === after ? before : `${before} → ${after}`}</span>
        </p>
      ))}
      <p className="line-clamp-4">{reason}</p>
      <p>Without confirmation, {whose.toLowerCase()} commitment ends when they take effect.</p>
    </WaitingCard>
  )
}
